import { TYPING_PER_SECOND } from '@zing/proto/limits'
import { createTokenBucket } from '@zing/proto/retries/token-bucket'

export type TypingLimit = ReturnType<typeof createTypingLimit>

/** Limits forwarded typing frames to 2 a second per socket. The end of a forwarded one always passes. */
export function createTypingLimit(now?: () => number) {
  const bucket = createTokenBucket(TYPING_PER_SECOND, TYPING_PER_SECOND, now)
  let typingTo: number | null = null
  return {
    allow(recipientId: number, isTyping: boolean): boolean {
      const isEnd = !isTyping && typingTo === recipientId
      if (!isEnd && !bucket.take()) return false
      typingTo = isTyping ? recipientId : null
      return true
    },
  }
}
