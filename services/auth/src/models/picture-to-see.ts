import type { PictureWants } from '@zing/proto/vision/seen-picture'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/** Questions wait this long for vision, which may not run. */
const KEPT_SECONDS = 24 * 60 * 60

/** A picture that vision shall look at, stored until its answer is. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // see named-picture.ts: a repeated question is stored once
    userId: { type: Number, required: true },
    wants: { type: Schema.Types.Mixed, required: true },
    at: { type: Date, required: true },
    nextAt: { type: Date, required: true }, // when it is asked, or asked again
    attempts: { type: Number, required: true }, // of vision, which did not manage the picture
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ userId: 1 }) // for erasures
schema.index({ nextAt: 1 })
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export type PictureToSee = Omit<InferSchemaType<typeof schema>, 'wants'> & { wants: PictureWants }
export function pictureToSeeModel(db: Connection) {
  return db.model('PictureToSee', schema, 'picturesToSee')
}
