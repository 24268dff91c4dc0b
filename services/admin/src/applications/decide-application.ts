import { request } from '@zing/kit/nats/rpc'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { BodyOf, ResponseOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { decideApplication as contract } from '@zing/proto/http/staff/applications'
import { getApplication, judgeApplication } from '@zing/proto/nats/rpc/applications'
import { audit } from '../audit/audit.ts'
import type { Moderator } from '../cases/rules/case-change.ts'
import type { Ctx } from '../context.ts'
import { withClaim } from '../with-claim.ts'

const ACTIONS = { approve: 'application.approved', refuse: 'application.refused', ask: 'application.asked' } as const
/** Auth waits for its broadcast to the gateways. */
const DECIDE_MS = 3_000

/**
 * Decides an application. The entry of the audit log comes first: nobody is let in without one. A claim keeps other
 * moderators out, so that they leave no entry of a decision that they did not make.
 */
export async function decideApplication(
  ctx: Ctx,
  moderator: Moderator,
  userId: number,
  body: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  if (userId === moderator.userId) throw errors.notAllowed()
  const claim = { userId, refusal: errors.applicationDecided }
  return withClaim(ctx, claim, () => decideClaimed(ctx, moderator, userId, body))
}

async function decideClaimed(
  ctx: Ctx,
  moderator: Moderator,
  userId: number,
  { decision, reason, question }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const known = await request(ctx.nats, getApplication, { userId })
  if (!known) throw errors.userNotFound()
  const { status: seen, isAsked } = known
  if (seen === 'active' || (seen === 'refused' && decision !== 'approve')) throw errors.applicationDecided()
  if (decision === 'ask' && isAsked) throw errors.alreadyAsked()

  const details = { from: seen }
  await audit(ctx, { action: ACTIONS[decision], actorId: moderator.userId, caseId: null, userId, details })
  const words = { ...(reason !== undefined && { reason }), ...(question !== undefined && { question }) }
  const { status } = await request(ctx.nats, judgeApplication, { userId, decision, seen, ...words }, DECIDE_MS)
  logSecurityEvent(ctx.log, 'authz_admin', { userId: moderator.userId, action: decision, subject: userId })
  return { status }
}
