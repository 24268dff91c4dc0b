import { ensureInTime } from '@zing/kit/timing/deadline'
import type { SignedChallenge } from '@zing/proto/accounts/passkeys'
import type { Ctx } from '../context.ts'
import type { PasskeyDocument } from '../models/passkey.ts'
import { userHandleOf } from './find-passkey.ts'
import { verifySigned } from './verify.ts'

/**
 * Verifies what a passkey has signed and notes the use; false for anything that does not fit. The write fails where the
 * passkey was removed or used meanwhile: of two copies with one counter one succeeds.
 */
export async function verifyPasskey(
  ctx: Ctx,
  passkey: PasskeyDocument,
  { challenge, signed }: { challenge: string; signed: SignedChallenge },
): Promise<boolean> {
  const { userHandle } = signed.response
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.userId)) return false
  const counter = await verifySigned(ctx.relyingParty, passkey, { challenge, signed })
  if (counter === null) return false
  ensureInTime()
  const { matchedCount } = await ctx.models.Passkey.updateOne(
    { _id: passkey._id, counter: passkey.counter },
    { $set: { counter, lastUsedAt: new Date() } },
  )
  return matchedCount === 1
}
