import { createBatcher } from '@zing/kit/batcher'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { Ctx } from '../context.ts'

const BATCHES = { maxConcurrent: 2, size: 64, lingerMs: 5 }

interface Lookup {
  userId: number
  hasDevice: boolean
}

export type HasDevice = (userId: number) => Promise<boolean>

/** Looks up whether users have a device, many at once: chat hands over the messages of many users, and most have none. */
export function createDeviceLookup(ctx: Pick<Ctx, 'models' | 'epoch'>): HasDevice {
  const lookUp = createBatcher<Lookup>(async (lookups) => {
    const userIds = [...new Set(lookups.map(({ userId }) => userId))]
    const filter = { userId: { $in: userIds }, ...ofCurrentEpoch(ctx) }
    const devices = await ctx.models.PushDevice.find(filter, { _id: 0, userId: 1 }).lean()
    const owners = new Set(devices.map(({ userId }) => userId))
    for (const lookup of lookups) lookup.hasDevice = owners.has(lookup.userId)
  }, BATCHES)

  return async (userId) => {
    const lookup: Lookup = { userId, hasDevice: false }
    await lookUp(lookup)
    return lookup.hasDevice
  }
}
