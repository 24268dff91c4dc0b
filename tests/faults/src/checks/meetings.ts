import type { Violation } from './violation.ts'

/** The state that one of two users who met reads about the other at the end. */
export interface View {
  /** The other user's profile in the feed; null if the feed does not list it. */
  profile: { hasLiked: boolean; isMatch: boolean } | null
  isListedMatch: boolean
  hasConversation: boolean
  hasBlocked: boolean
  likeNotifications: number
  matchNotifications: number
  /** The client shows the match from its last fetch and the frames. */
  isShownMatch: boolean
  /** From the list of conversations, like `unread`. */
  lastMessageId: number | null
  unread: number
  /** Ids of messages that the client has, from a fetch or a frame. */
  shownMessages: ReadonlySet<number>
}

/** The actions of two users, and the state that both read. Members are in the order `one`, `other`. */
export interface Met {
  names: [number, number]
  likes: [boolean, boolean]
  hasMatched: boolean
  /** The only message, sent by `one`; null unless it was confirmed. */
  messageId: number | null
  /** `one` has blocked `other`. */
  isBlocked: boolean
  views: [View, View]
}

/** Likes, match, conversation, notifications and block of a pair that no longer changes equal the confirmed ones. */
export function checkMeeting(met: Met): Violation[] {
  return [...checkSide(met, 0), ...checkSide(met, 1), ...checkMessage(met), ...checkNotifications(met)]
}

/** Both users have the message, only its receiver counts it as unread, and clients show it without a later message. */
function checkMessage({ names, likes, isBlocked, messageId, views }: Met): Violation[] {
  if (messageId === null || isBlocked || !likes.every(Boolean)) return []
  return views.flatMap(({ lastMessageId, unread, shownMessages }, side) => {
    const name = `${names[side]} about ${names[1 - side]}`
    const violations: Violation[] = []
    if (lastMessageId !== messageId)
      violations.push({ invariant: 'INV-1', text: `${name}: the last message is ${lastMessageId}, not ${messageId}` })
    if (unread !== side) violations.push({ invariant: 'INV-7', text: `${name}: ${unread} unread messages` })
    if (!shownMessages.has(messageId))
      violations.push({ invariant: 'INV-9', text: `${name}: the client does not show message ${messageId}` })
    return violations
  })
}

function checkSide({ names, likes, isBlocked, views }: Met, side: 0 | 1): Violation[] {
  const { profile, isListedMatch, hasConversation, hasBlocked, isShownMatch } = views[side]
  const isMatch = likes[0] && likes[1] && !isBlocked
  const name = `${names[side]} about ${names[1 - side]}`
  const violations: Violation[] = []
  const report = (invariant: Violation['invariant'], text: string) =>
    violations.push({ invariant, text: `${name}: ${text}` })

  if (hasBlocked !== (isBlocked && side === 0)) report('INV-1', `the block is ${hasBlocked ? '' : 'not '}listed`)
  if (isBlocked && profile) report('INV-7', 'still in the feed after the block')
  if (!isBlocked && !profile) report('INV-7', 'not in the feed')
  if (!isBlocked && profile && profile.hasLiked !== likes[side])
    report('INV-1', `the like is ${profile.hasLiked ? 'there' : 'lost'}`)
  if (profile && profile.isMatch !== isListedMatch) report('INV-3', 'feed and match list disagree')
  if (isListedMatch !== isMatch) report(isBlocked ? 'INV-7' : 'INV-3', `the match is ${isMatch ? 'missing' : 'there'}`)
  if (hasConversation !== isMatch) report('INV-7', `the conversation is ${isMatch ? 'missing' : 'there'}`)
  if (isShownMatch !== isMatch) report('INV-9', `the client shows ${isMatch ? 'no match' : 'a match'}`)
  return violations
}

/**
 * A first like makes one LIKE notification, and so does a like left without a match. A match notifies each user once.
 * After a block there are no notifications (INV-2, INV-3, INV-7).
 */
function checkNotifications({ names, likes, hasMatched, isBlocked, views }: Met): Violation[] {
  const name = names.join(' and ')
  const violations: Violation[] = []
  const counts = views.map((view) => view.likeNotifications)
  const total = counts.reduce((sum, count) => sum + count, 0)
  // one user liked first, even if that like was withdrawn; the end of a match notifies the like that remains
  const most = isBlocked ? 0 : likes.every(Boolean) ? 1 : 2
  if (total > most || counts.some((count) => count > 1))
    violations.push({ invariant: 'INV-2', text: `${name}: ${total} LIKE notifications` })
  const isMissing = ([side, count]: [number, number]) => likes[1 - side] && !likes[side] && count === 0
  if (!isBlocked && (total === 0 || [...counts.entries()].some(isMissing)))
    violations.push({ invariant: 'INV-7', text: `${name}: no LIKE notification` })
  for (const [index, { matchNotifications: count }] of views.entries()) {
    if (count === (hasMatched && !isBlocked ? 1 : 0)) continue
    violations.push({ invariant: 'INV-3', text: `${names[index]} of ${name} has ${count} MATCH notifications` })
  }
  return violations
}
