import type { Pose } from '@zing/proto/vision/poses'
import type { FaceShape } from './measure-face.ts'

/** Pitch of a head that looks straight ahead, as the model measures it. */
const STRAIGHT = 0.07

/**
 * Returns how well a face shows a pose, from 0 to 1; 0 without a face. Null for poses with a hand: only the
 * moderator looks, since the packaged models find hands where there are none.
 */
export function seePose(pose: Pose, face: FaceShape | undefined): number | null {
  const measure = MEASURES[pose]
  return measure && (face ? measure(face) : 0)
}

const turned = between(0.15, 0.4)
const nodded = between(0.1, 0.3)
const tilted = between(0.12, 0.35)
/** A smile with teeth opens the lips by 0.09. */
const opened = between(0.1, 0.2)
const closed = between(-0.2, -0.1)

const MEASURES: Record<Pose, ((face: FaceShape) => number) | null> = {
  'turn-left': ({ yaw }) => turned(-yaw),
  'turn-right': ({ yaw }) => turned(yaw),
  'look-up': ({ pitch }) => nodded(STRAIGHT - pitch),
  'look-down': ({ pitch }) => nodded(pitch - STRAIGHT),
  'tilt-left': ({ roll }) => tilted(roll),
  'tilt-right': ({ roll }) => tilted(-roll),
  'open-mouth': ({ mouthOpen }) => opened(mouthOpen),
  'close-eyes': ({ eyesOpen }) => closed(-eyesOpen),
  smile: ({ happiness }) => happiness,
  'raise-hand': null,
  'thumb-up': null,
  'two-fingers': null,
}

/** 0 up to `from`, 1 from `to` on, and a straight line between. */
function between(from: number, to: number): (value: number) => number {
  return (value) => Math.min(1, Math.max(0, (value - from) / (to - from)))
}
