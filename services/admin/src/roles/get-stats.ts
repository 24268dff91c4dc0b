import type { Identity } from '@zing/kit/http/internal-token'
import { request } from '@zing/kit/nats/rpc'
import { countUsers } from '@zing/proto/nats/rpc/auth'
import { countLikes } from '@zing/proto/nats/rpc/social'
import type { Ctx } from '../context.ts'
import { requireAdminSession } from '../pin/admin-sessions.ts'
import { requireAdministrator } from './require-administrator.ts'

interface Stats {
  totalUsers: number
  totalMatches: number
  totalLikes: number
}

export async function getStats(ctx: Ctx, caller: Identity): Promise<Stats> {
  await requireAdministrator(ctx, caller.userId)
  await requireAdminSession(ctx, caller)
  const [{ users }, { matches, likes }] = await Promise.all([
    request(ctx.nats, countUsers, {}),
    request(ctx.nats, countLikes, {}),
  ])
  return { totalUsers: users, totalMatches: matches, totalLikes: likes }
}
