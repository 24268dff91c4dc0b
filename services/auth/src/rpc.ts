import { type RpcHandler, rpcHandler } from '@zing/kit/nats/rpc-server'
import * as contract from '@zing/proto/nats/rpc'
import type { Ctx } from './context.ts'
import { deleteUser } from './domain/delete-account.ts'
import { getDeletedUserPage } from './domain/deleted-users.ts'
import { getProfile, getProfilePage } from './domain/profiles.ts'
import { reset } from './domain/reset.ts'
import { liveSessions } from './domain/sessions.ts'
import { usernameOf } from './domain/usernames.ts'

export function rpcHandlers(ctx: Ctx): RpcHandler[] {
  return [
    rpcHandler(contract.getActiveSessions, async ({ sessions }) => ({ sids: await liveSessions(ctx, sessions) })),
    rpcHandler(contract.countUsers, async () => ({ users: await ctx.models.User.countDocuments() })),
    rpcHandler(contract.getUsername, async ({ userId }) => ({ username: await usernameOf(ctx, userId) })),
    rpcHandler(contract.getReplicatedProfile, ({ userId }) => getProfile(ctx, userId)),
    rpcHandler(contract.getProfilePage, ({ after }) => getProfilePage(ctx, after)),
    rpcHandler(contract.getDeletedUserPage, ({ after }) => getDeletedUserPage(ctx, after)),
    rpcHandler(contract.deleteUser, async ({ userId }) => ({ isDeleted: await deleteUser(ctx, userId) })),
    rpcHandler(contract.resetOf('auth'), ({ epoch }) => reset(ctx, epoch)),
  ]
}
