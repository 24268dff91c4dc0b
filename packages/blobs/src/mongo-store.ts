import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { toBuffer } from '@zing/kit/mongo/to-buffer'
import { type Connection, Schema } from 'mongoose'
import type { Store } from './blobs.ts'

const PAGE = 500

const schema = new Schema(
  {
    _id: { type: String, required: true }, // the key
    bytes: { type: Buffer, required: true },
    sha256: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'blobs' },
)
const listed = { _id: 1, createdAt: 1 } as const
schema.index(listed) // lists without reading bytes

export function blobModel(db: Connection) {
  return db.model('Blob', schema)
}

/** Keeps blobs in the service's own database, whose commands have their own bounds. */
export function createMongoStore(model: ReturnType<typeof blobModel>): Store {
  return {
    name: 'mongodb',
    async put(key, blob) {
      await model.create({ _id: key, ...blob, createdAt: new Date() }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
    },
    async get(key) {
      const blob = await model.findById(key, { bytes: 1, sha256: 1 }).lean()
      return blob && { bytes: toBuffer(blob.bytes), sha256: blob.sha256 }
    },
    async remove(keys) {
      await model.deleteMany({ _id: { $in: keys } })
    },
    async list(after) {
      const found = await model
        .find({ _id: { $gt: after } }, listed)
        .sort({ _id: 1 })
        .hint(listed)
        .limit(PAGE)
        .lean()
      const blobs = found.map(({ _id, createdAt }) => ({ key: _id, createdAt }))
      return { blobs, next: found.length === PAGE ? (blobs.at(-1)?.key ?? null) : null }
    },
  }
}
