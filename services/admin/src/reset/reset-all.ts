import { setTimeout as pause } from 'node:timers/promises'
import type { Identity } from '@zing/kit/http/internal-token'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { RESET_DONE, WRONG_PIN } from '@zing/proto/accounts/pins'
import { errors } from '@zing/proto/errors'
import { audit } from '../audit/audit.ts'
import type { Ctx } from '../context.ts'
import { revokeAdminSession, revokeAdminSessions } from '../pin/admin-sessions.ts'
import { checkPin } from '../pin/check-pin.ts'
import { requireAdministrator } from '../roles/require-administrator.ts'
import { raiseEpoch } from './raise-epoch.ts'

interface ResetResult {
  success: boolean
  message: string
}

/** Deletes all user data. Once the new epoch is stored the reset completes even if this request times out. */
export async function resetAll(ctx: Ctx, caller: Identity, input: unknown): Promise<ResetResult> {
  const timeout = pause(ctx.resetWaitMs, false, { ref: false })
  if (!ctx.isResetEnabled) throw errors.resetDisabled()
  await requireAdministrator(ctx, caller.userId)
  if (!(await checkPin(ctx, caller.userId, input))) return { success: false, message: WRONG_PIN }
  ensureInTime() // a reset that its caller has given up must not begin
  await revokeAdminSession(ctx, caller)
  ensureInTime()
  await audit(ctx, { action: 'data.reset', actorId: caller.userId, caseId: null, userId: null, details: {} })
  ensureInTime()
  const epoch = await raiseEpoch(ctx)
  logSecurityEvent(ctx.log, 'authz_admin', { userId: caller.userId, action: 'reset', epoch })
  ctx.log.warn({ userId: caller.userId, epoch }, 'reset started')
  await revokeAdminSessions(ctx, null)
  const isDone = await Promise.race([ctx.resets.finish(), timeout])
  if (!isDone) throw errors.resetInProgress({ success: false })
  return { success: true, message: RESET_DONE }
}
