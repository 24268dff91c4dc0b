import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { RefusalReason, VerificationSigns } from '@zing/proto/moderation/verification'
import type { Pose } from '@zing/proto/vision/poses'

const LIKELY_FROM = 0.7
const UNLIKELY_BELOW = 0.4

export const REFUSAL_NAMES: Record<RefusalReason, MessageDescriptor> = {
  'other-person': msg`Another person`,
  pose: msg`Not the pose`,
  unclear: msg`Too dark or blurred`,
  'not-live': msg`A picture of a photo or a screen`,
}

/** Short, because the name stands on the picture; left and right are the member's own. */
export const POSE_NAMES: Record<Pose, MessageDescriptor> = {
  'turn-left': msg`Turned left`,
  'turn-right': msg`Turned right`,
  'look-up': msg`Looking up`,
  'look-down': msg`Looking down`,
  'tilt-left': msg`Tilted left`,
  'tilt-right': msg`Tilted right`,
  'open-mouth': msg`Mouth open`,
  'close-eyes': msg`Eyes closed`,
  smile: msg`Smile`,
  'raise-hand': msg`Open hand`,
  'thumb-up': msg`Thumb up`,
  'two-fingers': msg`Two fingers`,
}

export type Sureness = 'likely' | 'unsure' | 'unlikely' | 'not-compared'

const NAMES: Record<Sureness, MessageDescriptor> = {
  likely: msg({ message: 'likely', context: 'a comparison' }),
  unsure: msg({ message: 'unsure', context: 'a comparison' }),
  unlikely: msg({ message: 'unlikely', context: 'a comparison' }),
  'not-compared': msg({ message: 'not compared', context: 'a comparison' }),
}

export interface Sign {
  label: string
  sureness: Sureness
  text: string
}

/** Says in words what vision has seen. A moderator must not take a number for a measurement. */
export function signsInWords({ poses, likeness, oneFace }: VerificationSigns): Sign[] {
  return [
    sign(t`Same person as in the main photo`, likeness),
    sign(t`One person in both pictures`, oneFace),
    ...poses.map(({ pose, fits }) => sign(t(POSE_NAMES[pose]), fits)),
  ]
}

function sign(label: string, value: number | null): Sign {
  const sureness = surenessOf(value)
  return { label, sureness, text: t(NAMES[sureness]) }
}

export function surenessOf(value: number | null): Sureness {
  if (value === null) return 'not-compared'
  if (value >= LIKELY_FROM) return 'likely'
  return value < UNLIKELY_BELOW ? 'unlikely' : 'unsure'
}
