import type { Violation } from '../violation.ts'

/** The confirmed decision of a user about another one. */
export interface Decided {
  isLiked: boolean
  isPassed: boolean
  /** The user has ended their match for good. */
  isUnmatched: boolean
  /** The other user has read the notification of the like, so it can no longer be undone. */
  isSeen: boolean
}

/** The state that both users read at the end. */
export interface Found {
  hasLiked: boolean
  isInDiscover: boolean
  /** LIKE notifications that the other user has about this one. */
  likes: { isRead: boolean }[]
  /** One of them still has the match or its conversation or, after an unmatch, the other one in `discover`. */
  isStillMatched: boolean
}

/** Passes, undone decisions and ended matches stay as confirmed (INV-1), for both users (INV-3). */
export function checkDecision(name: string, decided: Decided, found: Found): Violation[] {
  const { isLiked, isPassed, isUnmatched, isSeen } = decided
  const violations: Violation[] = []
  const report = (invariant: Violation['invariant'], text: string) =>
    violations.push({ invariant, text: `${name}: ${text}` })

  if (found.hasLiked !== isLiked) report('INV-1', `the like is ${found.hasLiked ? 'there' : 'lost'}`)
  const isUndecided = !isLiked && !isPassed && !isUnmatched
  if (found.isInDiscover !== isUndecided) report('INV-1', isUndecided ? 'not in discover' : 'still in discover')
  if (isUnmatched && found.isStillMatched) report('INV-3', 'still matched')
  if (isSeen && !found.likes.some(({ isRead }) => isRead)) report('INV-1', 'the notification that was read is lost')
  if (!isLiked && !isUnmatched && found.likes.length > 0) report('INV-2', 'the notification of an undone like is there')
  if (isLiked && found.likes.length !== 1) report('INV-2', `${found.likes.length} LIKE notifications`)
  return violations
}
