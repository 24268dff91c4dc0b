import { z } from 'zod/mini'
import { isoTime } from '../../fields.ts'
import { RefusalReason, VerificationSigns } from '../../moderation/verification.ts'
import { Pose } from '../../vision/poses.ts'
import { rpc } from './contract.ts'

const userId = z.int()
const place = z.object({ at: isoTime, id: userId })

/** Verifications that wait for a moderator, the oldest first, after the place `after`. `next` is null at the end. */
export const getVerifications = rpc(
  'rpc.auth.verifications',
  ['admin'],
  z.object({ after: z.nullable(place), limit: z.int() }),
  z.object({
    verifications: z.array(
      z.object({
        id: z.int(),
        userId,
        poses: z.array(Pose),
        signs: z.nullable(VerificationSigns),
        attempt: z.int(),
        sentAt: isoTime,
      }),
    ),
    next: z.nullable(place),
  }),
)

/** The user of a verification that waits; null for any other. */
export const getVerification = rpc(
  'rpc.auth.verification',
  ['admin'],
  z.object({ id: z.int() }),
  z.nullable(z.object({ userId })),
)

/** A part of a picture from `offset` on, in base64, as `getPhotoPart`. Null if the verification no longer waits. */
export const getVerificationPart = rpc(
  'rpc.auth.verification-picture',
  ['admin'],
  z.object({ id: z.int(), name: z.enum(['photo', '0', '1']), offset: z.int() }),
  z.nullable(z.object({ part: z.string(), totalBytes: z.int() })),
)

/** Decides a verification that waits, and deletes its pictures. Otherwise 409 with VERIFICATION_DECIDED. */
export const judgeVerification = rpc(
  'rpc.auth.judge-verification',
  ['admin'],
  z.object({
    id: z.int(),
    decision: z.enum(['verify', 'refuse']),
    reason: z.exactOptional(RefusalReason),
    text: z.exactOptional(z.string()),
  }),
  z.object({}),
)
