import type { Conversation } from '@zing/proto/messages'
import { useState } from 'react'

const NOBODY: ReadonlySet<number> = new Set()

/** Ids of the partners who had unread messages at any time of this visit to the messages. */
export function useSeenUnread(conversations: readonly Conversation[], isVisit = true): ReadonlySet<number> {
  const [seen, setSeen] = useState(NOBODY)
  if (!isVisit) {
    if (seen.size > 0) setSeen(NOBODY)
    return NOBODY
  }
  const more = conversations.filter(({ partnerId, unread }) => unread > 0 && !seen.has(partnerId))
  if (more.length > 0) setSeen(new Set([...seen, ...more.map(({ partnerId }) => partnerId)]))
  return seen
}
