import { plural, t } from '@lingui/core/macro'
import { messageContent } from '@zing/proto/fields'
import { MESSAGE_MAX } from '@zing/proto/limits'
import { characters, UNSAFE_CHARACTERS } from '@zing/proto/texts/text'
import { sayRule } from '../language/say.ts'
import { withEmoji } from './emoticons.ts'

/** Returns the content to send for a typed text, or why it cannot be sent. */
export function toContent(text: string): { content: string } | { error: string } {
  const parsed = messageContent.safeParse(withEmoji(text.trim()))
  return parsed.success ? { content: parsed.data } : { error: sayRule(parsed.error.issues[0]?.message ?? '') }
}

/** Says how many characters too long a message is; empty if it is not. */
export function excessHint(text: string): string {
  const excess = characters(text.trim()) - MESSAGE_MAX
  if (excess <= 0) return ''
  return plural(excess, {
    one: `# character over the limit of ${MESSAGE_MAX}`,
    other: `# characters over the limit of ${MESSAGE_MAX}`,
  })
}

/** Names the characters that cannot be sent; empty if the message has none. */
export function unsafeHint(text: string): string {
  const sent = withEmoji(text)
  const isUnsafe = [...UNSAFE_CHARACTERS].some((character) => sent.includes(character))
  return isUnsafe ? t`These characters cannot be sent: ${[...UNSAFE_CHARACTERS].join(' ')}` : ''
}
