import { outboxEntry, outboxIndex } from '@zing/kit/nats/outbox'
import type { Settings, SettingsChange } from '@zing/proto/community/settings'
import { type Connection, Schema } from 'mongoose'

/** The community's settings after a change. */
export interface SettingsDocument {
  /** The version. Version 0 is DEFAULT_SETTINGS and is not stored. */
  _id: number
  at: Date
  /** Null for the product itself. Stays when the account is deleted. */
  authorId: number | null
  /** Since the version before. */
  changes: SettingsChange[]
  /** Have the shape of the release that stored them: read them with `withDefaults`. */
  settings: Settings
}

/** One document a version: `_id` decides between two admins. */
const schema = new Schema(
  {
    _id: { type: Number, required: true },
    at: { type: Date, required: true },
    authorId: { type: Number, default: null },
    changes: { type: [Schema.Types.Mixed], required: true },
    settings: { type: Schema.Types.Mixed, required: true },
    outbox: { type: [outboxEntry], default: [] },
  },
  { versionKey: false, minimize: false }, // a text without any language is an empty object
)
schema.index({ at: 1 }) // logos in use
schema.index(...outboxIndex)

export function settingsModel(db: Connection) {
  return db.model('Settings', schema, 'settings')
}
