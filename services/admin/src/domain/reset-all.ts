import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@zing/kit/errors'
import type { Identity } from '@zing/kit/http/internal-token'
import { messages } from '@zing/proto/http/errors'
import { RESET_WAIT_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { revokeAdminSession, revokeAdminSessions } from './admin-sessions.ts'
import { checkPin } from './check-pin.ts'
import { raiseEpoch } from './raise-epoch.ts'
import { requireAdministrator } from './require-administrator.ts'

interface Outcome {
  success: boolean
  message: string
}

/**
 * Deletes every person and all that is theirs. Once the new epoch is stored it happens, whatever fails: the answer only
 * says whether it has happened already.
 */
export async function resetAll(ctx: Ctx, who: Identity, sent: unknown): Promise<Outcome> {
  const late = pause(RESET_WAIT_MS, false, { ref: false })
  if (!ctx.isResetEnabled) throw new AppError(403, messages.resetDisabled)
  await requireAdministrator(ctx, who.userId)
  if (!(await checkPin(ctx, who.userId, sent))) return { success: false, message: messages.wrongPin }
  await revokeAdminSession(ctx, who)

  const epoch = await raiseEpoch(ctx)
  ctx.log.warn({ userId: who.userId, epoch }, 'reset begun')
  await revokeAdminSessions(ctx, null) // all were of people who are going
  const isDone = await Promise.race([ctx.resets.finish(), late])
  if (!isDone) throw new AppError(503, messages.resetInProgress, { code: 'RESET_IN_PROGRESS' })
  return { success: true, message: messages.resetDone }
}
