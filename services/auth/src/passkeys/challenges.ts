import { ensureInTime } from '@zing/kit/timing/deadline'
import { PASSKEY_CHALLENGE_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'

/** `add` and `confirm` belong to a session, `login` to an id that only the browser knows that began it. */
type Purpose = 'add' | 'confirm' | 'login'

/** Stores a challenge for five minutes, in place of an earlier one of the same purpose and key. */
export async function storeChallenge(ctx: Ctx, purpose: Purpose, key: string, challenge: string): Promise<void> {
  const expiresAt = new Date(Date.now() + PASSKEY_CHALLENGE_MS)
  ensureInTime()
  await ctx.models.PasskeyChallenge.updateOne(
    { _id: `${purpose}:${key}` },
    { $set: { challenge, expiresAt } },
    { upsert: true },
  )
}

/** Uses a challenge up, whatever comes of it; null without one. */
export async function takeChallenge(ctx: Ctx, purpose: Purpose, key: string): Promise<string | null> {
  const valid = { _id: `${purpose}:${key}`, expiresAt: { $gt: new Date() } }
  const taken = await ctx.models.PasskeyChallenge.findOneAndDelete(valid).lean()
  return taken?.challenge ?? null
}
