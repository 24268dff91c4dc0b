import { randomUUID } from 'node:crypto'
import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'

/** Several times as long as a call may take, even if the clocks of processes differ by seconds. */
const CLAIM_MS = 30_000

/** Runs a decision about the held messages of a sender, if no other decision about them runs; else 409. */
export async function withHeldClaim<T>(ctx: Ctx, senderId: number, decide: () => Promise<T>): Promise<T> {
  const { HeldClaim } = ctx.models
  const token = randomUUID()
  const now = Date.now()
  const claim = { $set: { token, until: new Date(now + CLAIM_MS) } }
  try {
    await HeldClaim.updateOne({ _id: senderId, until: { $lte: new Date(now) } }, claim, { upsert: true })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    throw errors.heldClaimed()
  }
  try {
    return await decide()
  } finally {
    await HeldClaim.deleteOne({ _id: senderId, token }).catch((err: unknown) =>
      ctx.log.warn({ err, userId: senderId }, 'claim of held messages not released, will expire'),
    )
  }
}
