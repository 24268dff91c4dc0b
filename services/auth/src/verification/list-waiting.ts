import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import type { getVerifications as contract } from '@zing/proto/nats/rpc/verifications'
import type { Ctx } from '../context.ts'
import { type UserDocument, withoutOwnWrites } from '../models/user.ts'
import type { VerificationDocument } from '../models/verification.ts'
import { signsOf } from './signs-of.ts'
import { openVerificationOf, sentToday } from './verification-rules.ts'

/** Lists the verifications that wait, the oldest first. */
export async function listWaiting(
  ctx: Ctx,
  { after, limit }: RpcInput<typeof contract>,
): Promise<RpcResult<typeof contract>> {
  const now = new Date()
  const at = after && new Date(after.at)
  const users = await ctx.models.User.find(
    {
      'verification.state': 'waiting',
      'verification.until': { $gt: now },
      ...(at && {
        $or: [{ 'verification.sentAt': { $gt: at } }, { 'verification.sentAt': at, _id: { $gt: after.id } }],
      }),
      ...ofCurrentEpoch(ctx),
    },
    withoutOwnWrites,
  )
    .sort({ 'verification.sentAt': 1, _id: 1 })
    .limit(limit)
    .lean<UserDocument[]>()
  const ids = users.flatMap(({ verification }) => verification?.id ?? [])
  const found = await ctx.models.Verification.find({ _id: { $in: ids } }).lean<VerificationDocument[]>()
  const byId = new Map(found.map((pictures) => [pictures._id, pictures]))
  const last = users.length === limit ? users.at(-1) : undefined
  return {
    verifications: users.flatMap((user) => {
      const open = openVerificationOf(user, now)
      const pictures = open && byId.get(open.id)
      if (!pictures || !open.sentAt || !open.photoVersion) return [] // its photo has gone
      const { sentAt, photoVersion } = open
      return {
        id: open.id,
        userId: user._id,
        poses: pictures.poses,
        signs: signsOf(pictures, photoVersion),
        attempt: sentToday(user, now).length,
        sentAt: sentAt.toISOString(),
      }
    }),
    next: last?.verification?.sentAt ? { at: last.verification.sentAt.toISOString(), id: last._id } : null,
  }
}
