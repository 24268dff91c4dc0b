import type { Identity } from '@zing/kit/http/internal-token'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { formatRecoveryCode } from '@zing/proto/recovery-codes'
import type { Ctx } from '../context.ts'
import { changeUser } from './change-user.ts'
import { requireConfirmed } from './confirm-password.ts'
import { digestRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

/** Replaces all recovery codes of the user; the only time that they are known here. */
export async function createRecoveryCodes(ctx: Ctx, caller: Identity): Promise<{ codes: string[] }> {
  await requireConfirmed(ctx, caller)
  const codes = newRecoveryCodes()
  const recoveryCodes = codes.map((code) => digestRecoveryCode(caller.userId, code))
  await changeUser(ctx, caller.userId, (before) => ({ ...before, recoveryCodes }))
  logSecurityEvent(ctx.log, 'authn_token_created', { userId: caller.userId, reason: 'recovery codes' })
  return { codes: codes.map(formatRecoveryCode) }
}
