import { z } from 'zod/mini'

/** The poses that a member may show to the camera for a verification; left and right are the member's own. */
export const POSES = [
  'turn-left',
  'turn-right',
  'look-up',
  'look-down',
  'tilt-left',
  'tilt-right',
  'open-mouth',
  'close-eyes',
  'smile',
  'raise-hand',
  'thumb-up',
  'two-fingers',
] as const
export const Pose = z.enum(POSES, 'Invalid pose')
export type Pose = z.infer<typeof Pose>

/** A verification asks for this many poses, chosen at random. */
export const POSES_ASKED = 2
