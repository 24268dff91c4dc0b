import { type RpcHandler, rpcHandler } from '@zing/kit/nats/rpc-server'
import * as contract from '@zing/proto/nats/rpc/auth'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import type { Ctx } from './context.ts'
import { appellantOf } from './domain/appeals.ts'
import { deleteUser } from './domain/delete-account.ts'
import { photoPart, profileEvidence } from './domain/evidence.ts'
import { getDeletedUserPage } from './domain/get-deleted-user-page.ts'
import { getProfile, getProfilePage } from './domain/get-profile.ts'
import { getRemoval } from './domain/get-removal.ts'
import { reset } from './domain/reset.ts'
import { listRoles, namesOf, setRole } from './domain/roles.ts'
import { activeSessions } from './domain/sessions.ts'
import { usernameOf } from './domain/usernames.ts'

export function rpcHandlers(ctx: Ctx): RpcHandler[] {
  return [
    rpcHandler(contract.getActiveSessions, (checked) => activeSessions(ctx, checked)),
    rpcHandler(contract.countUsers, async () => ({ users: await ctx.models.User.countDocuments() })),
    rpcHandler(contract.getUsername, async ({ userId }) => ({ username: await usernameOf(ctx, userId) })),
    rpcHandler(contract.getReplicatedProfile, ({ userId }) => getProfile(ctx, userId)),
    rpcHandler(contract.getProfilePage, ({ after }) => getProfilePage(ctx, after)),
    rpcHandler(contract.getDeletedUserPage, ({ after }) => getDeletedUserPage(ctx, after)),
    rpcHandler(contract.deleteUser, async ({ userId }) => ({ isDeleted: await deleteUser(ctx, userId) })),
    rpcHandler(contract.getUserNames, ({ userIds }) => namesOf(ctx, userIds)),
    rpcHandler(contract.getUserRoles, ({ username }) => listRoles(ctx, username)),
    rpcHandler(contract.setUserRole, ({ userId, role }) => setRole(ctx, userId, role)),
    rpcHandler(contract.getProfileEvidence, ({ userId }) => profileEvidence(ctx, userId)),
    rpcHandler(contract.getPhotoPart, (part) => photoPart(ctx, part)),
    rpcHandler(contract.getRemoval, (decision) => getRemoval(ctx, decision)),
    rpcHandler(contract.getAppellant, ({ token }) => appellantOf(ctx, token)),
    rpcHandler(resetOf('auth'), ({ epoch }) => reset(ctx, epoch)),
  ]
}
