import { createHash } from 'node:crypto'
import { findLink } from '@zing/proto/find-link'
import { HOLD_RECEIVERS, HOLD_WINDOW_MS } from '@zing/proto/limits'
import type { HoldReason } from '@zing/proto/moderation/held-messages'
import { visibleText } from '@zing/proto/visible-text'

/** A first message of a sender, as far as the rules need it. */
export interface FirstMessage {
  receiverId: number
  /** Of the text without case, spaces, punctuation and signs. */
  textHash: string
  hasLink: boolean
  at: Date
}

const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]+/gu

export function toFirstMessage(receiverId: number, content: string, at: Date): FirstMessage {
  return { receiverId, textHash: textHashOf(content), hasLink: findLink(content) !== null, at }
}

/** Equal for texts that a reader takes for the same. */
export function textHashOf(content: string): string {
  const text = visibleText(content).toLowerCase()
  const words = text.replace(NEITHER_LETTER_NOR_DIGIT, '')
  return createHash('sha256')
    .update(words === '' ? text.replace(/\s+/gu, '') : words)
    .digest('base64url')
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
