import { forEachRow } from '@zing/kit/mongo/each-row'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { Ctx } from '../context.ts'
import type { Medium } from '../models/medium.ts'

export interface CountedMedia {
  bytes: number
  senders: number
}

type Counted = Pick<Medium, '_id' | 'senderId' | 'bytes'>

/** Counts the bytes of all photos and voice messages, and their senders, page by page and with pauses. */
export async function countMedia(ctx: Ctx): Promise<CountedMedia> {
  const senders = new Set<number>()
  let bytes = 0
  const read = (after: number, limit: number) =>
    ctx.models.Medium.find({ _id: { $gt: after }, ...ofCurrentEpoch(ctx) }, { senderId: 1, bytes: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<Counted[]>()
  await forEachRow<Counted>(0, read, (medium) => {
    senders.add(medium.senderId)
    bytes += medium.bytes ?? 0
  })
  return { bytes, senders: senders.size }
}
