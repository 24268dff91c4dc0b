import type { Identity } from '@zing/kit/http/internal-token'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import { CONFIRMATION_TTL_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { verifyPassword } from './verify-password.ts'

/** Opens CONFIRMATION_TTL_MS for sensitive calls of this session, and of no other one. */
export async function confirmPassword(ctx: Ctx, caller: Identity, password: string): Promise<void> {
  await verifyPassword(ctx, caller.userId, password)
  await openConfirmed(ctx, caller)
}

/** To be called once the user of the session has proven who they are. */
export async function openConfirmed(ctx: Ctx, { userId, sid }: Identity): Promise<void> {
  ensureInTime()
  const confirmedUntil = new Date(Date.now() + CONFIRMATION_TTL_MS)
  const { matchedCount } = await ctx.models.Session.updateOne({ _id: sid, userId }, { $set: { confirmedUntil } })
  if (matchedCount === 0) throw errors.notSignedIn() // ended meanwhile
}

/** Guards a sensitive call: 403 with the code `CONFIRM` unless the user has confirmed it within CONFIRMATION_TTL_MS. */
export async function requireConfirmed(ctx: Ctx, { userId, sid }: Identity): Promise<void> {
  const confirmed = { _id: sid, userId, confirmedUntil: { $gt: new Date() }, ...ofCurrentEpoch(ctx) }
  if (!(await ctx.models.Session.exists(confirmed))) throw errors.confirmNeeded()
}
