import type { Identity } from '@zing/kit/http/internal-token'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import { CONFIRMATION_TTL_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { verifyPassword } from './verify-password.ts'

/** Allows this session sensitive calls for CONFIRMATION_TTL_MS. */
export async function confirmPassword(ctx: Ctx, caller: Identity, password: string): Promise<void> {
  await verifyPassword(ctx, caller.userId, password)
  await openConfirmed(ctx, caller)
}

/** Callers must first have proof of who the user of the session is. */
export async function openConfirmed(ctx: Ctx, { userId, sid }: Identity): Promise<void> {
  ensureInTime()
  const confirmedUntil = new Date(Date.now() + CONFIRMATION_TTL_MS)
  const { matchedCount } = await ctx.models.Session.updateOne({ _id: sid, userId }, { $set: { confirmedUntil } })
  if (matchedCount === 0) throw errors.notSignedIn() // the session ended meanwhile
}

/** Guards a sensitive call: 403 `CONFIRM` unless the user confirmed their identity within CONFIRMATION_TTL_MS. */
export async function requireConfirmed(ctx: Ctx, caller: Identity): Promise<void> {
  if (!(await isConfirmed(ctx, caller))) throw errors.confirmNeeded()
}

export async function isConfirmed(ctx: Ctx, { userId, sid }: Pick<Identity, 'userId' | 'sid'>): Promise<boolean> {
  const confirmed = { _id: sid, userId, confirmedUntil: { $gt: new Date() }, ...ofCurrentEpoch(ctx) }
  return (await ctx.models.Session.exists(confirmed)) !== null
}
