import { createHmac } from 'node:crypto'
import type { PushContent } from '@zing/proto/web-push'
import webPush from 'web-push'
import type { PushDeviceDocument } from '../../models/push-device.ts'
import type { PushRequest } from './post.ts'

/** The identity of this server towards push hosts (RFC 8292). */
export interface Vapid {
  publicKey: string
  privateKey: string
  /** A mailto: or https: address at which operators of a push host reach the operator of this server. */
  subject: string
}

/** All pushes have the same length, which reveals neither the type nor the length of a name. */
const CONTENT_BYTES = 1_024
const TOPIC_CHARACTERS = 32

export interface PushOptions {
  /** The subject of the notification; a push host replaces an undelivered push with the same cause. */
  cause: string
  ttlSeconds: number
  urgency: 'low' | 'normal' | 'high'
}

/** Encrypts a push for a device (RFC 8291) and signs it. */
export function toPushRequest(
  vapid: Vapid,
  { endpoint, p256dh, auth }: Pick<PushDeviceDocument, 'endpoint' | 'p256dh' | 'auth'>,
  content: PushContent,
  { cause, ttlSeconds, urgency }: PushOptions,
): PushRequest {
  const payload = Buffer.alloc(CONTENT_BYTES, ' ')
  payload.write(JSON.stringify(content))
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: vapid,
    TTL: ttlSeconds,
    urgency,
    topic: topicOf(vapid, cause),
    contentEncoding: 'aes128gcm',
  })
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const) // TTL is a number
  return { endpoint, headers: Object.fromEntries(texts), body }
}

/** The same for each attempt and each process. It reveals nothing about users to the push host. */
export function topicOf({ privateKey }: Pick<Vapid, 'privateKey'>, cause: string): string {
  return createHmac('sha256', privateKey).update(cause).digest('base64url').slice(0, TOPIC_CHARACTERS)
}
