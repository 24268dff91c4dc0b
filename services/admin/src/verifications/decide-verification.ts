import { request } from '@zing/kit/nats/rpc'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { requireVerification } from '@zing/kit/verification'
import { errors } from '@zing/proto/errors'
import type { VerificationDecision } from '@zing/proto/moderation/verification'
import { getVerification, judgeVerification } from '@zing/proto/nats/rpc/verifications'
import type { z } from 'zod/mini'
import { audit } from '../audit/audit.ts'
import type { Moderator } from '../cases/rules/case-change.ts'
import type { Ctx } from '../context.ts'
import { withClaim } from '../with-claim.ts'

const ACTIONS = { verify: 'verification.verified', refuse: 'verification.refused' } as const
/** Auth deletes the pictures, perhaps in a bucket. */
const DECIDE_MS = 3_000

type Verdict = z.output<typeof VerificationDecision>

/** Decides a verification. The entry of the audit log comes first, and a claim keeps other moderators out, as for applications. */
export async function decideVerification(ctx: Ctx, moderator: Moderator, id: number, verdict: Verdict): Promise<void> {
  requireVerification(ctx)
  const userId = await requireWaiting(ctx, id)
  if (userId === moderator.userId) throw errors.ownCase()
  const claim = { userId, refusal: errors.verificationDecided }
  await withClaim(ctx, claim, () => decideClaimed(ctx, moderator, id, verdict))
}

async function decideClaimed(
  ctx: Ctx,
  moderator: Moderator,
  id: number,
  { decision, reason, text }: Verdict,
): Promise<void> {
  const userId = await requireWaiting(ctx, id)
  const words = decision === 'refuse' && { ...(reason && { reason }), ...(text && { text }) }
  const details = decision === 'refuse' && reason ? { reason } : {}
  await audit(ctx, { action: ACTIONS[decision], actorId: moderator.userId, caseId: null, userId, details })
  await request(ctx.nats, judgeVerification, { id, decision, ...words }, DECIDE_MS)
  logSecurityEvent(ctx.log, 'authz_admin', { userId: moderator.userId, action: decision, subject: userId })
}

async function requireWaiting(ctx: Ctx, id: number): Promise<number> {
  const waiting = await request(ctx.nats, getVerification, { id })
  if (!waiting) throw errors.verificationDecided()
  return waiting.userId
}
