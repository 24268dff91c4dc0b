import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { APPLICATION_DUE_MS } from '@zing/proto/limits'
import type { getDoorFacts as contract } from '@zing/proto/nats/rpc/auth'
import type { RpcResult } from '@zing/proto/nats/rpc/contract'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { getSignUps } from './sign-ups.ts'

/** Reads the facts by which admin decides whether the door stays open. */
export async function doorFacts(ctx: Ctx): Promise<RpcResult<typeof contract>> {
  const [{ lastHour, usual }, oldest] = await Promise.all([
    getSignUps(ctx),
    ctx.models.User.findOne({ status: 'pending', ...ofCurrentEpoch(ctx) }, { 'application.at': 1 })
      .sort({ 'application.at': 1 })
      .lean<Pick<UserDocument, 'application'>>(),
  ])
  const appliedAt = oldest?.application?.at
  return {
    lastHour,
    usual,
    oldestApplicationDueAt: appliedAt ? new Date(appliedAt.getTime() + APPLICATION_DUE_MS).toISOString() : null,
  }
}
