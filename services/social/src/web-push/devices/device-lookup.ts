import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { createBatcher } from '@zing/kit/timing/batcher'
import type { Ctx } from '../../context.ts'

const BATCHES = { maxConcurrent: 2, size: 64, lingerMs: 5 }

export type HasDevice = (userId: number) => Promise<boolean>

/**
 * Looks up in batches whether users have a device. Chat hands over messages for many users, and most have no device.
 */
export function createDeviceLookup(ctx: Pick<Ctx, 'models' | 'epoch'>): HasDevice {
  return createBatcher(async (userIds: number[]) => {
    const filter = { userId: { $in: [...new Set(userIds)] }, ...ofCurrentEpoch(ctx) }
    const devices = await ctx.models.PushDevice.find(filter, { _id: 0, userId: 1 }).lean()
    const owners = new Set(devices.map(({ userId }) => userId))
    return userIds.map((userId) => owners.has(userId))
  }, BATCHES)
}
