import type { Identity } from '@zing/kit/http/internal-token'
import type { Ctx } from '../context.ts'
import { createAdminSession } from './admin-sessions.ts'
import { checkPin } from './check-pin.ts'
import { requireAdministrator } from './require-administrator.ts'

export async function verifyPin(ctx: Ctx, who: Identity, sent: unknown): Promise<{ success: boolean }> {
  await requireAdministrator(ctx, who.userId)
  const success = await checkPin(ctx, who.userId, sent)
  if (success) await createAdminSession(ctx, who)
  return { success }
}
