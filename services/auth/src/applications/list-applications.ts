import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { RiskSign } from '@zing/proto/community/door'
import type { getApplications as listing, getApplication as reading } from '@zing/proto/nats/rpc/applications'
import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import { toEvidenceProfile } from '../accounts/to-user.ts'
import type { Ctx } from '../context.ts'
import { type UserDocument, withoutOwnWrites } from '../models/user.ts'
import { restrictionOf } from '../moderation/suspension.ts'
import { photoVersionsOf } from '../photos/photo-rules.ts'
import { toApplication } from './application.ts'

const SIGN_OF_MATCH = { photo: 'BANNED_PHOTO', username: 'BANNED_NAME', face: 'BANNED_FACE' } as const

/** Lists pending or refused accounts, the oldest application first. */
export async function listApplications(
  ctx: Ctx,
  { status, after, limit }: RpcInput<typeof listing>,
): Promise<RpcResult<typeof listing>> {
  const at = after && new Date(after.at)
  const isLater = at && { 'application.at': { $gte: at }, $or: [{ 'application.at': { $gt: at } }, isAfter(after.id)] }
  const users = await ctx.models.User.find({ status, ...isLater, ...ofCurrentEpoch(ctx) }, withoutOwnWrites)
    .sort({ 'application.at': 1, _id: 1 })
    .limit(limit)
    .lean<UserDocument[]>()
  const signsOf = await readSigns(ctx, users)
  return users.map((user) => ({
    userId: user._id,
    profile: toEvidenceProfile(user, ctx.settings.current().settings),
    photoVersion: photoVersionsOf(user)[0] ?? 0,
    application: toApplication(user) ?? { question: '', answer: null },
    invitation: user.invitation ?? null,
    signs: signsOf(user),
    appliedAt: (user.application?.at ?? user.createdAt).toISOString(),
    status,
  }))
}

function isAfter(id: number) {
  return { _id: { $gt: id } }
}

/** The state of one account; null for an unknown one. */
export async function getApplication(
  ctx: Ctx,
  { userId }: RpcInput<typeof reading>,
): Promise<RpcResult<typeof reading>> {
  const user = await ctx.models.User.findOne(
    { _id: userId, ...ofCurrentEpoch(ctx) },
    withoutOwnWrites,
  ).lean<UserDocument>()
  if (!user) return null
  return {
    status: user.status ?? 'active',
    isAsked: Boolean(user.application?.asked),
    photoVersion: photoVersionsOf(user)[0] ?? 0,
  }
}

/** Admin knows the other matches with banned accounts: auth keeps them only until admin has them. */
async function readSigns(ctx: Ctx, users: UserDocument[]): Promise<(user: UserDocument) => RiskSign[]> {
  const now = new Date()
  const inviterIds = [...new Set(users.flatMap(({ invitation }) => invitation?.byId ?? []))]
  const userIds = users.map(({ _id }) => _id)
  const [inviters, matches] = await Promise.all([
    ctx.models.User.find({ _id: { $in: inviterIds }, 'restrictions.0': { $exists: true } }, { restrictions: 1 }).lean<
      UserDocument[]
    >(),
    ctx.models.BanMatch.find({ userId: { $in: userIds } }, { userId: 1, sign: 1 }).lean(),
  ])
  const sanctioned = new Set(inviters.filter((inviter) => restrictionOf(inviter, now)).map(({ _id }) => _id))
  return (user) => {
    const signs: RiskSign[] = matches.filter(({ userId }) => userId === user._id).map(({ sign }) => SIGN_OF_MATCH[sign])
    if (user.invitation && sanctioned.has(user.invitation.byId)) signs.push('INVITER_SANCTIONED')
    if (user.application?.isBusyHour) signs.push('BUSY_HOUR')
    if (photoVersionsOf(user).length === 0) signs.push('NO_PHOTO')
    return [...new Set(signs)]
  }
}
