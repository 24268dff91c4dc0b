import { type RpcHandler, rpcHandler } from '@zing/kit/nats/rpc-server'
import * as contract from '@zing/proto/nats/rpc/verifications'
import type { Ctx } from '../context.ts'
import { findWaiting, verificationPart } from './find-waiting.ts'
import { judgeVerification } from './judge-verification.ts'
import { listWaiting } from './list-waiting.ts'

/** The acts of moderators who verify members. */
export function verificationHandlers(ctx: Ctx): RpcHandler[] {
  return [
    rpcHandler(contract.getVerifications, (page) => listWaiting(ctx, page)),
    rpcHandler(contract.getVerification, async ({ id }) => {
      const waiting = await findWaiting(ctx, id)
      return waiting && { userId: waiting.userId }
    }),
    rpcHandler(contract.getVerificationPart, (part) => verificationPart(ctx, part)),
    rpcHandler(contract.judgeVerification, (verdict) => judgeVerification(ctx, verdict)),
  ]
}
