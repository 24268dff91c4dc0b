import type { Message } from '@zing/proto/messages'
import type { OutboxMedia } from '../../../queries/chat/outbox-state.ts'

interface Bytes {
  /** Null until the server has it. */
  mediaId: number | null
  /** Bytes of this device; null for what came from the server. */
  file: { bytes: ArrayBuffer | null; type: string } | null
}

export interface Pictured extends Bytes {
  kind: 'photo'
  width: number
  height: number
  placeholder: string | null
  isVeiled: boolean
  /** The photo may be explicit. Only its receiver is told. */
  mayBeNude: boolean
}

export interface Recorded extends Bytes {
  kind: 'voice'
  durationMs: number
  peaks: readonly number[]
}

/** The photo or recording of a bubble, sent or waiting; null for other messages. */
export function mediaOf(message: Message | null, file: OutboxMedia | null): Pictured | Recorded | null {
  const from = message ?? file
  if (from?.kind === 'photo') {
    const { width, height } = from
    const { placeholder = null, veiled = false, mayBeNude = false } = message?.kind === 'photo' ? message : {}
    const shown = { width, height, placeholder, isVeiled: veiled, mayBeNude }
    return { kind: 'photo', ...shown, mediaId: from.mediaId ?? null, file }
  }
  if (from?.kind === 'voice') {
    const { durationMs, peaks, mediaId = null } = from
    return { kind: 'voice', durationMs, peaks, mediaId, file }
  }
  return null
}
