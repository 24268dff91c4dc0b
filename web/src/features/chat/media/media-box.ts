import type { Message } from '@zing/proto/messages'
import type { CSSProperties } from 'react'
import type { OutboxMedia } from '../../../queries/chat/outbox-state.ts'

const LONG_REM = 18
const WIDE_REM = 15
/** A panorama is cut at its ends. */
const RATIO_MIN = 2 / 3
const RATIO_MAX = 2
/** The place of a voice message. */
export const PLAYER: CSSProperties = { width: `${WIDE_REM}rem`, maxWidth: '100%', height: '2.75rem' }

/** The place of a photo or a recording in the conversation, which it takes before it is there. */
export function mediaBox(from: Message | OutboxMedia | null): CSSProperties {
  return from?.kind === 'photo' ? photoBox(from) : PLAYER
}

export function photoBox({ width, height }: { width: number; height: number }): CSSProperties {
  const ratio = Math.min(RATIO_MAX, Math.max(RATIO_MIN, width / height || 1))
  return { width: `${Math.min(WIDE_REM, LONG_REM * ratio)}rem`, maxWidth: '100%', aspectRatio: ratio }
}
