import type { Identity } from '@zing/kit/http/internal-token'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { Ctx } from '../context.ts'
import { requireAdministrator } from '../roles/require-administrator.ts'
import { createAdminSession } from './admin-sessions.ts'
import { checkPin } from './check-pin.ts'

export async function verifyPin(ctx: Ctx, caller: Identity, input: unknown): Promise<{ success: boolean }> {
  await requireAdministrator(ctx, caller.userId)
  const success = await checkPin(ctx, caller.userId, input)
  if (!success) return { success }
  await createAdminSession(ctx, caller)
  logSecurityEvent(ctx.log, 'authz_admin', { userId: caller.userId, action: 'PIN accepted' })
  return { success }
}
