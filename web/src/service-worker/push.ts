import { chatRoute, clientRoutes } from '@zing/proto/client-routes'
import type { PushContent } from '@zing/proto/web-push'

export interface PushNotification {
  text: string
  /** A notification with the same tag is replaced: one for a conversation, one for all likes. */
  tag: string
  url: string
}

/** The notification for a push; null if only the badge changes. The server says it in the language of the device. */
export function notificationOf({ type, userId = 0, text = '' }: PushContent): PushNotification | null {
  if (type === null) return null
  if (type === 'LIKE') return { text, tag: 'likes', url: clientRoutes.feed }
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
