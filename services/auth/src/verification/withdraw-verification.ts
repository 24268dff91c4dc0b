import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { changeUser } from '../accounts/change-user.ts'
import type { Ctx } from '../context.ts'
import { endPictures } from './frames.ts'
import { withoutVerification } from './verification-rules.ts'

/** Withdraws the consent, also where the community no longer verifies: badge, pictures and what was seen in them go. */
export async function withdrawVerification(ctx: Ctx, userId: number): Promise<void> {
  await changeUser(ctx, userId, withoutVerification)
  await endPictures(ctx, userId)
  logSecurityEvent(ctx.log, 'authz_change', { userId, change: 'verification withdrawn' })
}
