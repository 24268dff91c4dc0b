import { type QuestionHandler, reply } from '@zing/kit/nats/rpc'
import * as contract from '@zing/proto/nats/rpc'
import type { Ctx } from './context.ts'
import { getProfile, pageOfProfiles } from './domain/profiles.ts'
import { reset } from './domain/reset.ts'
import { liveSessions } from './domain/sessions.ts'
import { usernameOf } from './domain/usernames.ts'

export function requestHandlers(ctx: Ctx): QuestionHandler[] {
  return [
    reply(contract.askLiveSessions, async ({ sessions }) => ({ sids: await liveSessions(ctx, sessions) })),
    reply(contract.countUsers, async () => ({ users: await ctx.models.User.countDocuments() })),
    reply(contract.askUsername, async ({ userId }) => ({ username: await usernameOf(ctx, userId) })),
    reply(contract.askProfile, ({ userId }) => getProfile(ctx, userId)),
    reply(contract.pageOfProfiles, ({ after }) => pageOfProfiles(ctx, after)),
    reply(contract.resetOf('auth'), ({ epoch }) => reset(ctx, epoch)),
  ]
}
