import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { RESETTABLE } from '@zing/proto/nats/rpc/reset'
import type { Ctx } from '../context.ts'
import { RESET_ID } from '../models/reset.ts'

/** Stores the reset before any service is requested, so that it continues after a crash. */
export async function raiseEpoch(ctx: Ctx): Promise<number> {
  const { epoch } = await raise(ctx).catch((error: unknown) => {
    if (isDuplicateKey(error)) return raise(ctx) // concurrent first reset
    throw error
  })
  return epoch
}

function raise({ models }: Ctx) {
  return models.Reset.findOneAndUpdate(
    { _id: RESET_ID },
    { $inc: { epoch: 1 }, $set: { waitingFor: [...RESETTABLE], startedAt: new Date() } },
    { upsert: true, returnDocument: 'after' },
  ).lean()
}
