import { randomUUID } from 'node:crypto'
import type { Ctx } from '../context.ts'

const USER_AGENT_MAX = 200

/** A new session at every login: an id that somebody planted beforehand is worth nothing (SEC-14). Returns its token. */
export async function openSession(ctx: Ctx, userId: number, userAgent = ''): Promise<string> {
  const sid = randomUUID()
  const createdAt = new Date()
  await ctx.models.Session.create({
    _id: sid,
    userId,
    userAgent: userAgent.slice(0, USER_AGENT_MAX),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + ctx.tokens.ttlSeconds * 1_000),
    epoch: ctx.epoch.current(),
  })
  return ctx.tokens.sign(userId, sid)
}
