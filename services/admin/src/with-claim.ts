import { randomUUID } from 'node:crypto'
import { isDuplicateKey } from '@zing/kit/mongo/errors'
import type { AppError } from '@zing/proto/errors'
import type { Ctx } from './context.ts'

/** Several times as long as a call may take, even if the clocks of processes differ by seconds. */
const CLAIM_MS = 30_000

interface Claim {
  /** The user whom the decision is about. */
  userId: number
  /** Makes the error of a moderator who is too late. */
  refusal: () => AppError
}

/** Runs a decision about a user's messages or application, while no other moderator's runs. */
export async function withClaim<T>(ctx: Ctx, { userId, refusal }: Claim, decide: () => Promise<T>): Promise<T> {
  const { HeldClaim } = ctx.models
  const token = randomUUID()
  const now = Date.now()
  const claim = { $set: { token, until: new Date(now + CLAIM_MS) } }
  try {
    await HeldClaim.updateOne({ _id: userId, until: { $lte: new Date(now) } }, claim, { upsert: true })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    throw refusal()
  }
  try {
    return await decide()
  } finally {
    await HeldClaim.deleteOne({ _id: userId, token }).catch((err: unknown) =>
      ctx.log.warn({ err, userId }, 'claim of a decision not released, will expire'),
    )
  }
}
