import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { AppError } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import type { Price } from './price.ts'
import type { Proof } from './proofs.ts'

/** A spent proof is kept a little longer than its challenge is valid, since clocks differ. */
const MARGIN_MS = 60_000

/**
 * Spends the proof, then runs `work`, which learns whether the price is paid. A refusal keeps the proof spent; a fault
 * of the form or a failure on our side gives it back.
 */
export async function pay<T>(
  ctx: Ctx,
  { price, text }: { price: Price; text: string | undefined },
  work: (isPaid: boolean) => Promise<T>,
): Promise<T> {
  const proof = text === undefined ? null : await ctx.proofs.read(text)
  const isSpent = proof !== null && (await spend(ctx, proof))
  try {
    return await work(isSpent || price === 'none')
  } catch (error) {
    if (isSpent && error instanceof AppError && !isRefusal(error)) await giveBack(ctx, proof)
    throw error
  }
}

/** Returns false if the proof was spent before. */
async function spend({ models }: Ctx, { id, expiresAt }: Proof): Promise<boolean> {
  try {
    await models.SpentProof.create({ _id: id, expiresAt: new Date(expiresAt.getTime() + MARGIN_MS) })
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

function isRefusal({ status }: AppError): boolean {
  return status === 403 || status === 409
}

async function giveBack({ models, log }: Ctx, { id }: Proof): Promise<void> {
  await models.SpentProof.deleteOne({ _id: id }).catch((err) => log.warn({ err }, 'proof not given back'))
}
