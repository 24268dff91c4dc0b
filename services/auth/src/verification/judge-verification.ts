import { event } from '@zing/kit/nats/outbox'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { requireVerification } from '@zing/kit/verification'
import { errors } from '@zing/proto/errors'
import { verificationDecided } from '@zing/proto/nats/events'
import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import type { judgeVerification as contract } from '@zing/proto/nats/rpc/verifications'
import { changeUser } from '../accounts/change-user.ts'
import type { Ctx } from '../context.ts'
import { findWaiting } from './find-waiting.ts'
import { endPictures } from './frames.ts'
import { withVerdict } from './verification-rules.ts'

/**
 * Decides a verification once, tells its member, and deletes its pictures. The profile with or without the badge is
 * announced to all.
 */
export async function judgeVerification(
  ctx: Ctx,
  verdict: RpcInput<typeof contract>,
): Promise<RpcResult<typeof contract>> {
  requireVerification(ctx)
  const waiting = await findWaiting(ctx, verdict.id)
  if (!waiting) throw errors.verificationDecided()
  const { userId } = waiting
  const now = new Date()
  const decided = { userId, verificationId: verdict.id, verified: verdict.decision === 'verify' }
  await changeUser(
    ctx,
    userId,
    (before) => withVerdict(before, verdict, now),
    () => [event(verificationDecided, decided)],
  )
  await endPictures(ctx, userId)
  logSecurityEvent(ctx.log, 'authz_change', { userId, change: `verification ${verdict.decision}` })
  return {}
}
