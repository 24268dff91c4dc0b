import { CannotBeDone, RetryLater } from '@zing/kit/nats/work-queue'
import { PUSH_TTL_MS } from '@zing/proto/limits'
import type { deviceNotified, WorkOf } from '@zing/proto/nats/work'
import { parseRetryAfterMs } from '@zing/proto/retries/retry-delay'
import type { PushContent } from '@zing/proto/web-push'
import type { Ctx, WebPush } from '../context.ts'
import { pushesDropped, pushesExpired, pushesRefused, pushesSent, pushLag } from '../metrics.ts'
import type { PushDeviceDocument } from '../models/push-device.ts'
import { backOffMs } from './back-off.ts'
import { hostLabelOf } from './endpoints/host-label.ts'
import type { HostResult } from './endpoints/host-limits.ts'
import { ForbiddenAddress, type PostResponse } from './endpoints/post.ts'
import { toPushRequest } from './endpoints/vapid.ts'
import { isExpired } from './fan-out.ts'
import { pushText } from './push-text.ts'
import { takeSlot } from './slots.ts'

type Work = WorkOf<typeof deviceNotified>

/** Browsers show their own text, or end the subscription, if pushes without a notification come often. */
const BADGE_EVERY_MS = 60 * 60 * 1_000
/** Devices of this host show every push, so a change of the badge alone would soon end their subscription. */
const SHOWS_EVERY_PUSH = 'apple'

const URGENCY = { LIKE: 'normal', MATCH: 'high', MESSAGE: 'high' } as const

/** Sends a push to one device, if it is still wanted. Throws `RetryLater` if the host has no room or is unavailable. */
export async function sendPush(ctx: Ctx, webPush: WebPush, work: Work, deliveryCount: number): Promise<void> {
  const device = await ctx.models.PushDevice.findOne({ _id: work.deviceId, userId: work.userId }).lean()
  if (!device) return pushesDropped.inc({ reason: 'no device' })
  const { host } = new URL(device.endpoint)
  if (isExpired(work.at)) return pushesExpired.inc({ host: hostLabelOf(host) })

  const waitMs = webPush.hostLimits.begin(host, deliveryCount) // first: while a host is unavailable, its pushes cost little
  if (waitMs > 0) throw new RetryLater(waitMs)
  let result: HostResult | null = null
  try {
    const content = await contentFor(ctx, webPush, device, work)
    if (!content) return
    const startedAt = performance.now()
    const outcome = await post(webPush, device, content, work)
    const tookMs = performance.now() - startedAt
    result = { isAvailable: isAvailable(outcome), tookMs, retryAfterMs: retryAfterOf(outcome) }
    await handleOutcome(ctx, device, { ...work, deliveryCount, firstMs: webPush.retryMs }, outcome)
  } finally {
    webPush.hostLimits.end(host, result)
  }
}

/** Null if this device should get nothing. */
async function contentFor(
  ctx: Ctx,
  { isActive, vapid, plan }: WebPush,
  device: PushDeviceDocument,
  work: Work,
): Promise<PushContent | null> {
  const { _id, userId, sid, endpoint, vapidPublicKey } = device
  if (vapidPublicKey !== vapid.publicKey || !(await isActive({ sid, userId }))) {
    pushesDropped.inc({ reason: 'ended' })
    await forget(ctx, device)
    return null
  }
  const content = await plan(ctx, work)
  const isBadgeDue = async () => {
    if (hostLabelOf(new URL(endpoint).host) === SHOWS_EVERY_PUSH) return false
    const slot = { key: `badge:${_id}`, userId, seq: Date.now(), everyMs: BADGE_EVERY_MS, workId: work.id }
    return (await takeSlot(ctx, { ...slot, epoch: work.epoch })) === 'taken'
  }
  if (content && (content.type !== null || (await isBadgeDue()))) return withText(ctx, content, device)
  pushesDropped.inc({ reason: content ? 'quiet hours' : 'not wanted any more' })
  return null
}

function withText(ctx: Ctx, content: PushContent, { language }: PushDeviceDocument): PushContent {
  const text = pushText(content, language ?? ctx.settings.current().settings.defaultLanguage)
  return text === undefined ? content : { ...content, text }
}

/** The outcome of a request: a response, or the reason why there is none. */
type Outcome = PostResponse | { failure: 'address' | 'network' }

async function post(
  { vapid, poster }: WebPush,
  device: PushDeviceDocument,
  content: PushContent,
  { cause, at, type }: Work,
): Promise<Outcome> {
  const ttlSeconds = Math.max(1, Math.floor((Date.parse(at) + PUSH_TTL_MS - Date.now()) / 1_000))
  const urgency = content.type === null ? 'low' : URGENCY[type]
  const topic = content.type === null ? 'badge' : cause
  const push = toPushRequest(vapid, device, content, { cause: topic, ttlSeconds, urgency })
  try {
    return await poster.post(push)
  } catch (error) {
    return { failure: error instanceof ForbiddenAddress ? 'address' : 'network' }
  }
}

function isAvailable(outcome: Outcome): boolean {
  if ('failure' in outcome) return outcome.failure !== 'network'
  return outcome.status !== 429 && outcome.status < 500
}

function retryAfterOf(outcome: Outcome): number {
  return 'failure' in outcome ? 0 : parseRetryAfterMs(outcome.retryAfter)
}

async function handleOutcome(
  ctx: Ctx,
  device: PushDeviceDocument,
  { type, at, deliveryCount, firstMs }: Work & { deliveryCount: number; firstMs: number | undefined },
  outcome: Outcome,
): Promise<void> {
  const host = hostLabelOf(new URL(device.endpoint).host)
  const status = 'failure' in outcome ? outcome.failure : outcome.status
  const ageMs = Date.now() - Date.parse(at)
  if (typeof status === 'number' && status >= 200 && status < 300) {
    pushesSent.inc({ type, host })
    return pushLag.observe(Math.max(0, ageMs) / 1_000)
  }

  pushesRefused.inc({ host, status })
  if (status === 404 || status === 410 || status === 'address') return forget(ctx, device)
  if (isAvailable(outcome) && status !== 401 && status !== 403) {
    if (host === 'other') return forget(ctx, device) // the user may run this host, and let it refuse everything
    throw new CannotBeDone(`push host responded ${status}`)
  }
  // 401 and 403 say that our keys or our clock are wrong, which an operator can mend
  throw new RetryLater(backOffMs({ ageMs, deliveryCount, retryAfterMs: retryAfterOf(outcome) }, { firstMs }))
}

/** Ends the notifications of a device, unless its user has bound it again meanwhile. */
async function forget({ models, log }: Ctx, { _id, sid, userId, createdAt }: PushDeviceDocument): Promise<void> {
  const { deletedCount } = await models.PushDevice.deleteOne({ _id, sid, createdAt })
  if (deletedCount > 0) log.info({ userId }, 'device removed from Web Push')
}
