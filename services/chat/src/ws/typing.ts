import { TYPING_PER_SECOND } from '@zing/proto/limits'
import { createTokenBucket } from './token-bucket.ts'

export type TypingLimit = ReturnType<typeof createTypingLimit>

/**
 * Which typing frames of a socket are passed on: at most 2 a second. The end of what was passed on always is, because a
 * dropped one would leave the dots standing.
 */
export function createTypingLimit(now?: () => number) {
  const bucket = createTokenBucket(TYPING_PER_SECOND, TYPING_PER_SECOND, now)
  let shownTo: number | null = null
  return {
    allow(recipientId: number, isTyping: boolean): boolean {
      const isEnd = !isTyping && shownTo === recipientId
      if (!isEnd && !bucket.take()) return false
      shownTo = isTyping ? recipientId : null
      return true
    },
  }
}
