import { type RpcHandler, rpcHandler } from '@zing/kit/nats/rpc-server'
import * as contract from '@zing/proto/nats/rpc/auth'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { countMembers } from './accounts/count-members.ts'
import { getProfile, getProfilePage } from './accounts/get-profile.ts'
import { reset } from './accounts/reset.ts'
import { listRoles, namesOf, setRole } from './accounts/roles.ts'
import { usernameOf } from './accounts/usernames.ts'
import { applicationHandlers } from './applications/rpc.ts'
import type { Ctx } from './context.ts'
import { isConfirmed } from './credentials/confirm-password.ts'
import { getSignUps } from './dashboard/get-sign-ups.ts'
import { getRegistrationPage } from './dashboard/members.ts'
import { deleteUser } from './deletion/delete-account.ts'
import { getDeletedUserPage } from './deletion/get-deleted-user-page.ts'
import { doorFacts } from './door/door-facts.ts'
import { appellantOf } from './moderation/appeals.ts'
import { photoPart, profileEvidence } from './moderation/evidence.ts'
import { getRemoval } from './moderation/get-removal.ts'
import { activeSessions } from './sessions/sessions.ts'
import { verificationHandlers } from './verification/rpc.ts'

export function rpcHandlers(ctx: Ctx): RpcHandler[] {
  return [
    rpcHandler(contract.getActiveSessions, (checked) => activeSessions(ctx, checked)),
    rpcHandler(contract.countUsers, async () => ({ users: await countMembers(ctx) })),
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
    rpcHandler(contract.getConfirmed, async (session) => ({ isConfirmed: await isConfirmed(ctx, session) })),
    rpcHandler(contract.getDoorFacts, () => doorFacts(ctx)),
    ...applicationHandlers(ctx),
    ...verificationHandlers(ctx),
    rpcHandler(contract.getSignUps, (window) => getSignUps(ctx, window)),
    rpcHandler(contract.getRegistrationPage, ({ after }) => getRegistrationPage(ctx, after)),
    rpcHandler(resetOf('auth'), ({ epoch }) => reset(ctx, epoch)),
  ]
}
