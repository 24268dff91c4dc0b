import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { createBatcher } from '@zing/kit/timing/batcher'
import type { Ctx, PhotoOwner, PhotoReads } from '../context.ts'
import { BLOCKED } from './hide-pair.ts'

const OWNER_FIELDS = {
  ...{ hidden: 1, status: 1, 'restrictions.until': 1 },
  ...{ photoFolder: 1, selfieVersion: 1, 'photos.version': 1, veils: 1 },
} as const

/** One command at a time: the checks that wait for it share the next one. */
const BATCHES = { maxConcurrent: 1, size: 64 }

/** Creates the reads that concurrent checks of access share. */
export function createPhotoReads(ctx: Pick<Ctx, 'models' | 'epoch'>): PhotoReads {
  const { HiddenPair, User } = ctx.models
  return {
    owner: createBatcher(async (ids: number[]) => {
      const filter = { _id: { $in: [...new Set(ids)] }, ...ofCurrentEpoch(ctx) }
      const owners = await User.find(filter, OWNER_FIELDS).lean<PhotoOwner[]>()
      const byId = new Map(owners.map((owner) => [owner._id, owner]))
      return ids.map((id) => byId.get(id) ?? null)
    }, BATCHES),

    isBlocked: createBatcher(async (keys: string[]) => {
      const pairs = await HiddenPair.find({ _id: { $in: [...new Set(keys)] }, ...BLOCKED }, { _id: 1 }).lean()
      const blocked = new Set(pairs.map(({ _id }) => _id))
      return keys.map((key) => blocked.has(key))
    }, BATCHES),
  }
}
