import { type RpcHandler, rpcHandler } from '@zing/kit/nats/rpc-server'
import * as contract from '@zing/proto/nats/rpc/applications'
import { endInvitations } from '../branch/end-invitations.ts'
import { getInvitedBranch } from '../branch/get-invited-branch.ts'
import { reviewUsers } from '../branch/review-users.ts'
import type { Ctx } from '../context.ts'
import { judgeApplication } from './judge-application.ts'
import { getApplication, listApplications } from './list-applications.ts'

/** The acts of moderators at the door. */
export function applicationHandlers(ctx: Ctx): RpcHandler[] {
  return [
    rpcHandler(contract.getApplications, (page) => listApplications(ctx, page)),
    rpcHandler(contract.getApplication, (wanted) => getApplication(ctx, wanted)),
    rpcHandler(contract.judgeApplication, (decision) => judgeApplication(ctx, decision)),
    rpcHandler(contract.getInvitedBranch, (wanted) => getInvitedBranch(ctx, wanted)),
    rpcHandler(contract.endInvitations, ({ userIds }) => endInvitations(ctx, userIds)),
    rpcHandler(contract.reviewUsers, ({ userIds }) => reviewUsers(ctx, userIds)),
  ]
}
