import { request } from '@zing/kit/nats/rpc'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { ensureInTime } from '@zing/kit/timing/deadline'
import type { BodyOf, ResponseOf } from '@zing/proto/endpoint'
import type { decideInvited as contract } from '@zing/proto/http/staff/applications'
import { endInvitations, reviewUsers } from '@zing/proto/nats/rpc/applications'
import { audit } from '../audit/audit.ts'
import type { Moderator } from '../cases/rules/case-change.ts'
import { namesOf } from '../cases/user-names.ts'
import type { Ctx } from '../context.ts'
import { readBranch } from './get-invited.ts'
import { suspendUser } from './suspend-user.ts'

const ACTIONS = { suspend: 'branch.suspended', review: 'branch.reviewed' } as const
const AT_ONCE = 20
const RPC_MS = 3_000

/**
 * Suspends everybody below a user, or sends them back to the queue; staff and the named user stay. The invitations end
 * first, so that nobody joins meanwhile. After a failure moderators repeat the call: it continues where it ended.
 */
export async function decideInvited(
  ctx: Ctx,
  moderator: Moderator,
  userId: number,
  { decision, reason }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const [{ invited: all }, { invited }] = await Promise.all([
    readBranch(ctx, { userId }),
    readBranch(ctx, { userId, for: decision }),
  ])
  const staff = [...new Set([...all, ...invited].filter(({ role }) => role).map((one) => one.userId))]
  const branch = invited.filter(({ role }) => !role).map((one) => one.userId)
  const names = await namesOf(ctx, [userId, ...staff])
  const details = { users: String(branch.length), leftOut: String(staff.length) }
  await audit(ctx, { action: ACTIONS[decision], actorId: moderator.userId, caseId: null, userId, details })

  const inviters = new Set([...(names.roleOf(userId) ? [] : [userId]), ...all.map((one) => one.userId), ...branch])
  const userIds = [...inviters].filter((id) => !staff.includes(id))
  await request(ctx.nats, endInvitations, { userIds }, RPC_MS)
  let changed = 0
  for (let first = 0; first < branch.length; first += AT_ONCE) {
    ensureInTime()
    const some = branch.slice(first, first + AT_ONCE)
    if (decision === 'review') changed += (await request(ctx.nats, reviewUsers, { userIds: some }, RPC_MS)).changed
    else {
      const by = { moderatorId: moderator.userId, rootId: userId, text: reason ?? null }
      const suspended = await Promise.all(some.map((id) => suspendUser(ctx, id, by)))
      changed += suspended.filter(Boolean).length
      ctx.relay.wake()
    }
  }
  logSecurityEvent(ctx.log, 'authz_admin', { userId: moderator.userId, action: ACTIONS[decision], subject: userId })
  return { changed, leftOut: staff.map((id) => names.of(id)) }
}
