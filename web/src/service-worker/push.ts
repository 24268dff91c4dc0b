import { chatRoute, clientRoutes } from '@zing/proto/client-routes'
import type { PushContent } from '@zing/proto/web-push'
import { plainNameOf } from '../lib/text/demo-name.ts'

export interface PushNotification {
  text: string
  /** A notification with the same tag is replaced: one for a conversation, one for all likes. */
  tag: string
  url: string
}

/** The notification for a push; null if only the badge changes. */
export function notificationOf(content: PushContent): PushNotification | null {
  const { type, userId = 0, count = 1 } = content
  const name = content.name && plainNameOf(content.name)
  if (type === null) return null
  if (type === 'LIKE') return { text: likeText(name, count), tag: 'likes', url: clientRoutes.feed }
  const text = type === 'MATCH' ? matchText(name) : messageText(name, count)
  return { text, tag: `chat-${userId}`, url: chatRoute(userId) }
}

/** Reads a push that the server encrypted for this worker; null if a newer server sends an unknown type. */
export function readContent(text: string | undefined): PushContent | null {
  try {
    const content = JSON.parse(text ?? '') as PushContent // only our server has the key
    return content.type === null || ['LIKE', 'MATCH', 'MESSAGE'].includes(content.type) ? content : null
  } catch {
    return null
  }
}

function likeText(name: string | undefined, count: number): string {
  if (count > 1) return `${count} new likes`
  return name ? `${name} likes you` : 'You have a new like'
}

function matchText(name: string | undefined): string {
  return name ? `You and ${name} like each other` : 'You have a new match'
}

function messageText(name: string | undefined, count: number): string {
  const from = name ? ` from ${name}` : ''
  return count > 1 ? `${count} new messages${from}` : `New message${from}`
}
