import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Pose } from '@zing/proto/vision/poses'

/** Asks a member for a pose; left and right are their own. */
export const POSE_WORDS: Record<Pose, MessageDescriptor> = {
  'turn-left': msg`Turn your head to your left`,
  'turn-right': msg`Turn your head to your right`,
  'look-up': msg`Look up`,
  'look-down': msg`Look down`,
  'tilt-left': msg`Tilt your head to your left shoulder`,
  'tilt-right': msg`Tilt your head to your right shoulder`,
  'open-mouth': msg`Open your mouth wide`,
  'close-eyes': msg`Close both eyes`,
  smile: msg`Smile so that your teeth show`,
  'raise-hand': msg`Hold an open hand beside your face`,
  'thumb-up': msg`Hold a thumb up beside your face`,
  'two-fingers': msg`Hold up two fingers beside your face`,
}
