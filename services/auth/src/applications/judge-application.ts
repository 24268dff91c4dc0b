import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { errors } from '@zing/proto/errors'
import type { judgeApplication as contract } from '@zing/proto/nats/rpc/applications'
import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import { changeUser } from '../accounts/change-user.ts'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { announceStatus } from './announce-status.ts'

type Decision = RpcInput<typeof contract>

/** Decides an application once: moderators who saw an older status get a 409. Admission announces the user to all. */
export async function judgeApplication(ctx: Ctx, input: Decision): Promise<RpcResult<typeof contract>> {
  const { userId, decision } = input
  const at = new Date()
  if (!(await ctx.models.User.exists({ _id: userId, ...ofCurrentEpoch(ctx) }))) throw errors.userNotFound()
  const { status } = await changeUser(ctx, userId, (before) => withDecision(before, input, at))
  logSecurityEvent(ctx.log, 'authz_change', { userId, change: `application ${decision}` })
  if (decision === 'approve') await announceStatus(ctx, [userId], false)
  return { status: status ?? 'active' }
}

function withDecision(
  user: UserDocument,
  { decision, reason, question, seen }: Pick<Decision, 'decision' | 'reason' | 'question' | 'seen'>,
  at: Date,
): UserDocument {
  const application = user.application ?? { question: '', at: user.createdAt }
  if (user.status !== seen) throw errors.applicationDecided()
  switch (decision) {
    case 'approve':
      return { ...user, status: null, application: { ...application, reason: null, decidedAt: at } }
    case 'refuse':
      if (seen === 'refused') throw errors.applicationDecided()
      return { ...user, status: 'refused', application: { ...application, reason: reason ?? null, decidedAt: at } }
    case 'ask':
      if (seen === 'refused') throw errors.applicationDecided()
      if (application.asked) throw errors.alreadyAsked()
      return { ...user, application: { ...application, asked: { question: question ?? '', answer: null, at } } }
  }
}
