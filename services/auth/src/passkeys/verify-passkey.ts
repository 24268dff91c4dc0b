import { ensureInTime } from '@zing/kit/timing/deadline'
import type { SignedChallenge } from '@zing/proto/accounts/passkeys'
import type { Ctx } from '../context.ts'
import type { PasskeyDocument } from '../models/passkey.ts'
import { userHandleOf } from './find-passkey.ts'
import { verifySigned } from './verify.ts'

/**
 * Verifies the signature of a passkey and notes the use; false if anything does not fit. The write fails if another
 * request has removed or used the passkey meanwhile. So only one of two copies with the same counter succeeds.
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
