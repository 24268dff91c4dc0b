import { z } from 'zod/mini'
import { Application, RiskSign } from '../../community/door.ts'
import { endpoint } from '../../endpoint.ts'
import { freeText, isoTime, pathId, queryCount } from '../../fields.ts'
import { APPLICATION_ANSWER_MAX, APPLICATION_QUESTION_MAX, APPLICATIONS_PAGE_MAX } from '../../limits.ts'
import { EvidenceProfile } from '../../moderation/evidence.ts'
import { ModeratedUser } from '../../moderation/moderated-user.ts'

const userId = z.object({ userId: pathId('Invalid user ID') })

/** Who has invited an account, and under which label. */
const InvitedBy = z.object({ invitationId: z.int(), label: z.string(), by: ModeratedUser })

const QueuedApplication = z.object({
  user: ModeratedUser,
  profile: EvidenceProfile,
  /** Path of the photo for moderators; null without one. */
  photo: z.nullable(z.string()),
  application: Application,
  invitation: z.nullable(InvitedBy),
  signs: z.array(RiskSign),
  appliedAt: isoTime,
  dueAt: isoTime,
  status: z.enum(['pending', 'refused']),
})
export type QueuedApplication = z.infer<typeof QueuedApplication>

/** Lists applications, the oldest first. `status=refused` lists refused ones. */
export const listApplications = endpoint({
  method: 'GET',
  path: '/api/moderation/applications',
  role: 'moderator',
  query: z.object({
    status: z.optional(z.enum(['pending', 'refused'], 'Invalid status')),
    limit: z.optional(queryCount(APPLICATIONS_PAGE_MAX, 'Invalid limit')),
    cursor: z.optional(z.string('Invalid cursor').check(z.maxLength(64, 'Invalid cursor'))),
  }),
  response: z.array(QueuedApplication),
  headers: ['Link'],
})

/** Returns the photo of an applicant as JPEG. */
export const getApplicantPhoto = endpoint({
  method: 'GET',
  path: '/api/moderation/applications/{userId}/photo',
  role: 'moderator',
  status: 200,
  params: userId,
  media: ['image/jpeg'],
  errorResponses: [404],
})

/**
 * Decides an application: admits the account, refuses it with a reason, or asks one question back. 409 with
 * `APPLICATION_DECIDED` for an account that is active, `ALREADY_ASKED` for a second question.
 */
export const decideApplication = endpoint({
  method: 'POST',
  path: '/api/moderation/applications/{userId}/decisions',
  role: 'moderator',
  status: 201,
  params: userId,
  body: z
    .object({
      decision: z.enum(['approve', 'refuse', 'ask'], 'Invalid decision'),
      reason: z.optional(freeText(APPLICATION_ANSWER_MAX)),
      question: z.optional(freeText(APPLICATION_QUESTION_MAX)),
    })
    .check(z.refine(({ decision, question }) => decision !== 'ask' || Boolean(question), 'Please write a question')),
  response: z.object({ status: z.enum(['active', 'pending', 'refused']) }),
  errorResponses: [404, 409],
})

/** A member of the tree of who invited whom. */
const InvitedUser = z.object({
  user: ModeratedUser,
  /** 1: invited by the named user; 2: invited by one of these. */
  depth: z.int(),
  /** The user who has invited this one. */
  byId: z.int(),
  status: z.enum(['active', 'pending', 'refused', 'suspended']),
  isStaff: z.boolean(),
  joinedAt: isoTime,
})
export type InvitedUser = z.infer<typeof InvitedUser>

/** Returns whom a user has invited, and whom they have invited, up to BRANCH_MAX users. `inviter` is who invited the user. */
export const getInvited = endpoint({
  method: 'GET',
  path: '/api/moderation/invited/{userId}',
  role: 'moderator',
  params: userId,
  response: z.object({
    user: ModeratedUser,
    inviter: z.nullable(ModeratedUser),
    invited: z.array(InvitedUser),
    /** There are more than BRANCH_MAX. */
    isCut: z.boolean(),
  }),
  errorResponses: [404],
})

/**
 * Suspends everybody below a user for good (until lifted), or sends them back to the queue. The named user stays. All
 * codes of the branch end. Staff are left out and named in the response.
 */
export const decideInvited = endpoint({
  method: 'POST',
  path: '/api/moderation/invited/{userId}/decisions',
  role: 'moderator',
  status: 201,
  params: userId,
  body: z.object({
    decision: z.enum(['suspend', 'review'], 'Invalid decision'),
    reason: z.optional(freeText(APPLICATION_ANSWER_MAX)),
  }),
  response: z.object({ changed: z.int(), leftOut: z.array(ModeratedUser) }),
  errorResponses: [404],
})
