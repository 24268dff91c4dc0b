import { createHash } from 'node:crypto'
import { HOLD_RECEIVERS, HOLD_WINDOW_MS } from '@zing/proto/limits'
import type { HoldReason } from '@zing/proto/moderation/held-messages'
import { hasLink } from '@zing/proto/text'

/** A first message of a sender, as far as the rules need it. */
export interface FirstMessage {
  receiverId: number
  /** Of the text without case, spaces, punctuation and signs. */
  textHash: string
  hasLink: boolean
  at: Date
}

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]+/gu

export function toFirstMessage(receiverId: number, content: string, at: Date): FirstMessage {
  return { receiverId, textHash: textHashOf(content), hasLink: containsLink(content), at }
}

/** True if a reader sees a link, also one with invisible characters in it. */
export function containsLink(content: string): boolean {
  return hasLink(visible(content))
}

/** Equal for texts that a reader takes for the same. */
export function textHashOf(content: string): string {
  const text = visible(content).toLowerCase()
  const words = text.replace(NEITHER_LETTER_NOR_DIGIT, '')
  return createHash('sha256')
    .update(words === '' ? text.replace(/\s+/gu, '') : words)
    .digest('base64url')
}

/** In one of several forms that look alike, without invisible characters. */
function visible(content: string): string {
  return content.normalize('NFKC').replace(IGNORABLE, '')
}

/**
 * Why a first message is held, or null. `recent` are the first messages of its sender, itself among them: those of HOLD_WINDOW_MS
 * count by receiver, so that a repeated request counts once. They are held from HOLD_RECEIVERS receivers on.
 */
export function holdReasonOf(recent: FirstMessage[], message: FirstMessage): HoldReason | null {
  const since = message.at.getTime() - HOLD_WINDOW_MS
  const counted = recent.filter(({ at }) => at.getTime() > since)
  const reaches = (isAlike: (one: FirstMessage) => boolean) =>
    new Set(counted.filter(isAlike).map(({ receiverId }) => receiverId)).size >= HOLD_RECEIVERS
  if (message.hasLink && reaches((one) => one.hasLink)) return 'links'
  return reaches(({ textHash }) => textHash === message.textHash) ? 'same-text' : null
}
