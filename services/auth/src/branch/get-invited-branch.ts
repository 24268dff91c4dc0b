import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { BRANCH_MAX } from '@zing/proto/limits'
import type { getInvitedBranch as contract } from '@zing/proto/nats/rpc/applications'
import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { isEndless, restrictionOf } from '../moderation/suspension.ts'

/** Users that one search passes, including those whom a decision would not change. */
const WALKED_MAX = 20 * BRANCH_MAX
const FIELDS = { invitation: 1, status: 1, restrictions: 1, role: 1, createdAt: 1 } as const

type Invited = NonNullable<RpcResult<typeof contract>>['invited'][number]
type Member = Pick<UserDocument, '_id' | keyof typeof FIELDS>

/** Walks the tree of invitations below a user, level by level. */
export async function getInvitedBranch(
  ctx: Ctx,
  { userId, for: decision }: RpcInput<typeof contract>,
): Promise<RpcResult<typeof contract>> {
  const root = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, FIELDS).lean<Member>()
  const now = new Date()
  const seen = new Set([userId])
  const invited: Invited[] = []
  let level = [userId]
  for (let depth = 1; level.length > 0 && invited.length <= BRANCH_MAX && seen.size < WALKED_MAX; depth++) {
    const users = await ctx.models.User.find({ 'invitation.byId': { $in: level }, ...ofCurrentEpoch(ctx) }, FIELDS)
      .sort({ _id: 1 })
      .limit(WALKED_MAX)
      .lean<Member[]>()
    const fresh = users.filter(({ _id }) => !seen.has(_id))
    for (const user of fresh) {
      seen.add(user._id)
      if (!decision || isChangedBy(decision, user)) invited.push(toInvited(user, depth, now))
    }
    level = fresh.map(({ _id }) => _id)
  }
  if (!root && seen.size === 1) return null
  const isCut = invited.length > BRANCH_MAX || level.length > 0
  return { inviterId: root?.invitation?.byId ?? null, invited: invited.slice(0, BRANCH_MAX), isCut }
}

function isChangedBy(decision: 'suspend' | 'review', { status, restrictions }: Member): boolean {
  if (decision === 'review') return !status
  return !(restrictions ?? []).some(({ until }) => isEndless(until ?? null))
}

function toInvited({ _id: userId, invitation, role, createdAt, ...user }: Member, depth: number, now: Date): Invited {
  return {
    userId,
    depth,
    byId: invitation?.byId ?? 0,
    status: restrictionOf(user, now) ? 'suspended' : (user.status ?? 'active'),
    ...(role && role !== 'member' && { role }),
    joinedAt: createdAt.toISOString(),
  }
}
