import { HOLD_RECEIVERS, HOLD_WINDOW_MS } from '@zing/proto/limits'
import type { HoldReason } from '@zing/proto/moderation/held-messages'
import { findLink } from '@zing/proto/texts/find-link'
import { isAlike, sketchOf } from '../messages/text-sketch.ts'

/** The parts of a first message, or of a later link, that the rules need. */
export interface FirstMessage {
  receiverId: number
  /** Sketch of the text, without the receiver's name. */
  textHash: string
  hasLink: boolean
  at: Date
}

interface Receiver {
  id: number
  name: string
}

export function toFirstMessage(receiver: Receiver, content: string, at: Date): FirstMessage {
  const textHash = sketchOf(content, receiver.name)
  return { receiverId: receiver.id, textHash, hasLink: findLink(content) !== null, at }
}

/**
 * Returns why a first message is held, or null. `recent` are its sender's messages, with itself. Messages within
 * HOLD_WINDOW_MS count by receiver, so that a repeated request counts once. From HOLD_RECEIVERS receivers on they are held.
 */
export function holdReasonOf(recent: FirstMessage[], message: FirstMessage): HoldReason | null {
  if (message.hasLink && hasManyLinks(recent, message.at)) return 'links'
  return reachesLimit(recent, message.at, ({ textHash }) => isAlike(textHash, message.textHash)) ? 'same-text' : null
}

/** True if the sender's links went to HOLD_RECEIVERS receivers within HOLD_WINDOW_MS. */
export function hasManyLinks(recent: FirstMessage[], at: Date): boolean {
  return reachesLimit(recent, at, ({ hasLink }) => hasLink)
}

function reachesLimit(recent: FirstMessage[], at: Date, isCounted: (one: FirstMessage) => boolean): boolean {
  const since = at.getTime() - HOLD_WINDOW_MS
  const counted = recent.filter((one) => one.at.getTime() > since && isCounted(one))
  return new Set(counted.map(({ receiverId }) => receiverId)).size >= HOLD_RECEIVERS
}
