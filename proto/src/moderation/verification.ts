import { z } from 'zod/mini'
import { freeText, isoTime } from '../fields.ts'
import { VERIFICATION_REASON_MAX } from '../limits.ts'
import { Pose } from '../vision/poses.ts'

/** Whether the community verifies members. `required`: before their first like. */
export const VERIFICATION_MODES = ['off', 'offered', 'required'] as const
export const VerificationMode = z.enum(VERIFICATION_MODES, 'Invalid value')
export type VerificationMode = z.infer<typeof VerificationMode>

/** Why a moderator did not verify a member. */
export const REFUSAL_REASONS = ['other-person', 'pose', 'unclear', 'not-live'] as const
export const RefusalReason = z.enum(REFUSAL_REASONS, 'Invalid reason')
export type RefusalReason = z.infer<typeof RefusalReason>

/** The last verification as its member sees it. */
export const OwnVerification = z.object({
  /**
   * `started`: poses are missing; until `expiresAt`. `waiting`: for a moderator. `refused`: may try again. `outdated`: was
   * verified, and the first photo is another one now.
   */
  state: z.enum(['started', 'waiting', 'verified', 'refused', 'outdated']),
  /** Present while `started`. */
  expiresAt: z.exactOptional(isoTime),
  /** Present if `refused`. */
  reason: z.exactOptional(RefusalReason),
  /** A moderator's words, if `refused`. */
  text: z.exactOptional(z.string()),
})
export type OwnVerification = z.infer<typeof OwnVerification>

/** Vision's word about a verification, from 0 to 1. It pre-fills the queue and decides nothing. */
export const VerificationSigns = z.object({
  /** Fit of each frame to its pose; null if vision cannot tell. */
  poses: z.array(z.object({ pose: Pose, fits: z.nullable(z.number()) })),
  /** Likeness of the faces in the frames and the first photo, by the worse frame; null without a face. */
  likeness: z.nullable(z.number()),
  /** Likeness of the faces in both frames; null without a face. */
  oneFace: z.nullable(z.number()),
})
export type VerificationSigns = z.infer<typeof VerificationSigns>

export const VerificationDecision = z
  .object({
    decision: z.enum(['verify', 'refuse'], 'Invalid decision'),
    /** Needed for `refuse`. */
    reason: z.optional(RefusalReason),
    /** Words for the member. */
    text: z.optional(freeText(VERIFICATION_REASON_MAX)),
  })
  .check(z.refine(({ decision, reason }) => decision === 'verify' || Boolean(reason), 'Please choose a reason'))
