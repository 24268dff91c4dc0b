import { z } from 'zod/mini'
import { freeText, isoTime } from '../fields.ts'
import { APPLICATION_ANSWER_MAX } from '../limits.ts'
import { LANGUAGE_TAG } from './local-text.ts'

/** State of an account at the door. A pending or refused account is in nobody's feed. */
export const AccountStatus = z.enum(['active', 'pending', 'refused'])
export type AccountStatus = z.infer<typeof AccountStatus>

const INVALID_CODE = 'Invalid invitation'
export const invitationCode = z
  .string(INVALID_CODE)
  .check(z.minLength(1, INVALID_CODE), z.maxLength(64, INVALID_CODE), z.regex(/^[A-Za-z0-9_-]+$/, INVALID_CODE))

/** Tag of a language, such as `de`. A language that the community does not have counts as none. */
export const languageTag = z.string('Invalid language').check(z.regex(LANGUAGE_TAG, 'Invalid language'))

export const applicationAnswer = freeText(APPLICATION_ANSWER_MAX)

/** An application to join, as the applicant sees it. */
export const Application = z.object({
  /** The community's question, as it was at the sign-up. */
  question: z.string(),
  answer: z.nullable(z.string()),
  /** The moderator's question back, and the applicant's answer to it. */
  asked: z.exactOptional(z.object({ question: z.string(), answer: z.nullable(z.string()) })),
  /** The moderator's words with a refusal. */
  reason: z.exactOptional(z.string()),
})
export type Application = z.infer<typeof Application>

/** Hints for the moderator about an applicant; none of them decides. */
export const RiskSign = z.enum([
  'BANNED_PHOTO',
  'BANNED_NAME',
  'BANNED_FACE',
  'BUSY_HOUR',
  'INVITER_SANCTIONED',
  'NO_PHOTO',
])
export type RiskSign = z.infer<typeof RiskSign>

/** A link that admits people. Only its creator, moderators and admins see it. */
export const Invitation = z.object({
  id: z.int(),
  code: z.string(),
  /** Address of the sign-up with this code: a path, to which the client adds its origin. */
  link: z.string(),
  label: z.string(),
  /** Null: any number. */
  uses: z.nullable(z.int()),
  used: z.int(),
  expiresAt: z.nullable(isoTime),
  needsApproval: z.boolean(),
  createdAt: isoTime,
  by: z.object({ id: z.int(), name: z.nullable(z.string()) }),
})
export type Invitation = z.infer<typeof Invitation>
