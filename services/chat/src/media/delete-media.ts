import type { mongo } from 'mongoose'
import type { Ctx } from '../context.ts'
import type { Medium } from '../models/medium.ts'
import { blobKeysOf } from './content.ts'

const PAGE = 200

/** Deletes media with their blobs, which go first: nothing else names them. Repeatable. */
export async function deleteMedia({ models: { raw }, blobs }: Ctx, filter: mongo.Filter<Medium>): Promise<void> {
  for (let isFull = true; isFull; ) {
    const found = await raw.media.find(filter, { projection: { conv: 1, key: 1, kind: 1 }, limit: PAGE }).toArray()
    if (found.length === 0) return
    await blobs.remove(blobKeysOf(found))
    await raw.media.deleteMany({
      _id: { $in: found.map(({ _id }) => _id) },
      conv: { $in: found.map(({ conv }) => conv) },
    })
    isFull = found.length === PAGE
  }
}
