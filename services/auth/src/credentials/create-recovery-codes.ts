import type { Identity } from '@zing/kit/http/internal-token'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { formatRecoveryCode } from '@zing/proto/accounts/recovery-codes'
import { errors } from '@zing/proto/errors'
import { accountChange, type Browser } from '../accounts/account-change.ts'
import { changeUser } from '../accounts/change-user.ts'
import { getUser } from '../accounts/get-user.ts'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { requireConfirmed } from './confirm-password.ts'
import { digestRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

/**
 * Replaces all recovery codes of the user. The server knows them only during this call. If a recovery or a new password
 * ends the session meanwhile, the session must not leave codes behind. Both change the password hash, which is read
 * before the check of the confirmation.
 */
export async function createRecoveryCodes(
  ctx: Ctx,
  caller: Identity,
  browser: Pick<Browser, 'userAgent'>,
): Promise<{ codes: string[] }> {
  const { userId } = caller
  const { passwordHash } = await getUser(ctx, userId)
  await requireConfirmed(ctx, caller)
  const codes = newRecoveryCodes()
  const recoveryCodes = codes.map((code) => digestRecoveryCode(userId, code))
  const change = (before: UserDocument) => {
    if (before.passwordHash !== passwordHash) throw errors.confirmNeeded()
    return { ...before, recoveryCodes }
  }
  await changeUser(ctx, userId, change, () => [accountChange(userId, 'recovery-codes-created', browser)])
  logSecurityEvent(ctx.log, 'authn_token_created', { userId, reason: 'recovery codes' })
  return { codes: codes.map(formatRecoveryCode) }
}
