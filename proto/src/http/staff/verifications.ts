import { z } from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { isoTime, pathId, queryCount } from '../../fields.ts'
import { VERIFICATIONS_PAGE_MAX } from '../../limits.ts'
import { ModeratedUser } from '../../moderation/moderated-user.ts'
import { VerificationDecision, VerificationSigns } from '../../moderation/verification.ts'
import { Pose } from '../../vision/poses.ts'

const verificationId = z.object({ id: pathId('Invalid verification ID') })

const QueuedVerification = z.object({
  id: z.int(),
  user: ModeratedUser,
  /** Path of the main photo for moderators. */
  photo: z.string(),
  /** Paths of the frames for moderators, with the pose that each shall show. */
  frames: z.array(z.object({ pose: Pose, path: z.string() })),
  /** Null while vision has not looked, or does not run. */
  signs: z.nullable(VerificationSigns),
  /** Number of this try within a day. */
  attempt: z.int(),
  sentAt: isoTime,
})
export type QueuedVerification = z.infer<typeof QueuedVerification>

/** Lists the verifications that wait for a decision, the oldest first. 404 with `FEATURE_OFF` if the community does not verify. */
export const listVerifications = endpoint({
  method: 'GET',
  path: '/api/moderation/verifications',
  role: 'moderator',
  query: z.object({
    limit: z.optional(queryCount(VERIFICATIONS_PAGE_MAX, 'Invalid limit')),
    cursor: z.optional(z.string('Invalid cursor').check(z.maxLength(64, 'Invalid cursor'))),
  }),
  response: z.array(QueuedVerification),
  headers: ['Link'],
  errorResponses: [404],
})

/** Returns a picture of a waiting verification as JPEG: `photo`, or `0` and `1` for the frames. */
export const getVerificationPicture = endpoint({
  method: 'GET',
  path: '/api/moderation/verifications/{id}/pictures/{name}',
  role: 'moderator',
  status: 200,
  params: z.extend(verificationId, { name: z.enum(['photo', '0', '1'], 'Invalid picture') }),
  media: ['image/jpeg'],
  errorResponses: [404],
})

/**
 * Verifies a member or refuses with a reason; either deletes the frames. 409 with `VERIFICATION_DECIDED` if it no longer
 * waits. 403 with `OWN_CASE` for one's own.
 */
export const decideVerification = endpoint({
  method: 'POST',
  path: '/api/moderation/verifications/{id}/decisions',
  role: 'moderator',
  status: 201,
  params: verificationId,
  body: VerificationDecision,
  errorResponses: [403, 404, 409],
})
