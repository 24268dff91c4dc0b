import type { Identity } from '@zing/kit/http/internal-token'
import { request } from '@zing/kit/nats/rpc'
import { countLikes, countUsers } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import { requireAdminSession } from './admin-sessions.ts'
import { requireAdministrator } from './require-administrator.ts'

interface Stats {
  totalUsers: number
  totalMatches: number
  totalLikes: number
}

/** Asked of their owners each time; 503 while one of them is away. */
export async function getStats(ctx: Ctx, who: Identity): Promise<Stats> {
  await requireAdministrator(ctx, who.userId)
  await requireAdminSession(ctx, who)
  const [{ users }, { matches, likes }] = await Promise.all([
    request(ctx.nats, countUsers, {}),
    request(ctx.nats, countLikes, {}),
  ])
  return { totalUsers: users, totalMatches: matches, totalLikes: likes }
}
