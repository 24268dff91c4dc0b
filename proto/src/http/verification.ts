import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { isoTime, pathId } from '../fields.ts'
import { POSE_PICTURE_MAX_BYTES } from '../limits.ts'
import * as limits from '../rate-limits.ts'
import { Pose } from '../vision/poses.ts'

/**
 * Begins a verification: two poses to show to the camera, chosen at random. `consent` to biometric data is the member's word.
 * Replaces a `started` verification. 409 with `NO_MAIN_PHOTO` without a photo, and `VERIFICATION_WAITS` while a moderator has
 * one to decide. 404 with `FEATURE_OFF` if the community does not verify.
 */
export const startVerification = endpoint({
  method: 'POST',
  path: '/api/verification',
  status: 201,
  limits: [limits.newVerifications],
  body: z.object({ consent: z.literal(true, 'Please agree first') }),
  response: z.object({ id: z.int(), poses: z.array(Pose), expiresAt: isoTime }),
  errorResponses: [404, 409],
})

/**
 * Stores the picture of a pose; absent `pose`: the next one without a picture. The body is a photo of at most POSE_PICTURE_MAX_BYTES.
 * The last picture hands the verification to the moderators. Idempotent for the same bytes and `pose`. 404 for an expired or unknown one.
 */
export const addFrame = endpoint({
  method: 'POST',
  path: '/api/verification/{id}/frames',
  status: 201,
  isUpload: true,
  maxBytes: POSE_PICTURE_MAX_BYTES,
  limits: [limits.newFrames],
  params: z.object({ id: pathId('Invalid verification ID') }),
  query: z.object({ pose: z.optional(Pose) }),
  fileMedia: ['image/jpeg', 'image/png', 'image/webp'],
  response: z.object({ missing: z.array(Pose) }),
  errorResponses: [404],
})

/** Withdraws the consent: the badge, the pictures and all that was derived from them are deleted. Idempotent. */
export const withdrawVerification = endpoint({ method: 'DELETE', path: '/api/verification' })
