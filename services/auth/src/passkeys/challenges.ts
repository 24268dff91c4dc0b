import { ensureInTime } from '@zing/kit/timing/deadline'
import { PASSKEY_CHALLENGE_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'

/** `add` and `confirm` belong to a session. `login` belongs to an id that only the starting browser knows. */
type Purpose = 'add' | 'confirm' | 'login'

/** Stores a challenge for five minutes. It replaces an earlier one with the same purpose and key. */
export async function storeChallenge(ctx: Ctx, purpose: Purpose, key: string, challenge: string): Promise<void> {
  const expiresAt = new Date(Date.now() + PASSKEY_CHALLENGE_MS)
  ensureInTime()
  await ctx.models.PasskeyChallenge.updateOne(
    { _id: `${purpose}:${key}` },
    { $set: { challenge, expiresAt } },
    { upsert: true },
  )
}

/** Returns a challenge and deletes it, whether or not the answer fits; null if there is none. */
export async function takeChallenge(ctx: Ctx, purpose: Purpose, key: string): Promise<string | null> {
  const valid = { _id: `${purpose}:${key}`, expiresAt: { $gt: new Date() } }
  const taken = await ctx.models.PasskeyChallenge.findOneAndDelete(valid).lean()
  return taken?.challenge ?? null
}
