import { z } from 'zod/mini'
import { Role } from '../../accounts/roles.ts'
import { AccountStatus, Application, RiskSign } from '../../community/door.ts'
import { isoTime } from '../../fields.ts'
import { BRANCH_MAX } from '../../limits.ts'
import { EvidenceProfile } from '../../moderation/evidence.ts'
import { rpc } from './contract.ts'

const userId = z.int()
const WaitingStatus = z.enum(['pending', 'refused'])

/** Accounts that nobody has let in, the oldest application first, after the one with this time and id. */
export const getApplications = rpc(
  'rpc.auth.applications',
  ['admin'],
  z.object({ status: WaitingStatus, after: z.nullable(z.object({ at: isoTime, id: userId })), limit: z.int() }),
  z.array(
    z.object({
      userId,
      profile: EvidenceProfile,
      /** Version of the main photo; 0 without one. */
      photoVersion: z.int(),
      application: Application,
      invitation: z.nullable(z.object({ id: z.int(), byId: userId, label: z.string() })),
      signs: z.array(RiskSign),
      appliedAt: isoTime,
      status: WaitingStatus,
    }),
  ),
)

/** The state of an account at the door; null for an unknown one. */
export const getApplication = rpc(
  'rpc.auth.application',
  ['admin'],
  z.object({ userId }),
  z.nullable(z.object({ status: AccountStatus, isAsked: z.boolean(), photoVersion: z.int() })),
)

/** Decides an application whose status is still `seen`. Otherwise 409 with APPLICATION_DECIDED. */
export const judgeApplication = rpc(
  'rpc.auth.judge-application',
  ['admin'],
  z.object({
    userId,
    decision: z.enum(['approve', 'refuse', 'ask']),
    seen: WaitingStatus,
    reason: z.exactOptional(z.string()),
    question: z.exactOptional(z.string()),
  }),
  z.object({ status: AccountStatus }),
)

/**
 * Whom a user has invited, and whom they have, nearest first. Null for an unknown user without a branch. With `for` it
 * lists only users whom the decision would change.
 */
export const getInvitedBranch = rpc(
  'rpc.auth.invited',
  ['admin'],
  z.object({ userId, for: z.exactOptional(z.enum(['suspend', 'review'])) }),
  z.nullable(
    z.object({
      inviterId: z.nullable(userId),
      invited: z.array(
        z.object({
          userId,
          depth: z.int(),
          byId: userId,
          status: z.enum(['active', 'pending', 'refused', 'suspended']),
          role: z.exactOptional(Role),
          joinedAt: isoTime,
        }),
      ),
      isCut: z.boolean(),
    }),
  ),
)

const userIds = z.array(userId).check(z.maxLength(2 * BRANCH_MAX + 1))
/** Withdraws the invitations of these users. Idempotent. */
export const endInvitations = rpc('rpc.auth.end-invitations', ['admin'], z.object({ userIds }), z.object({}))
/** Sends these members back to the queue. Idempotent: users who wait already do not count. */
export const reviewUsers = rpc('rpc.auth.review', ['admin'], z.object({ userIds }), z.object({ changed: z.int() }))
