import type { Migration } from '@zing/kit/mongo/migrations'
import type { Connection } from 'mongoose'

/** The used PIN attempts were in the field `burnt` up to version 0.1.0. */
export const renameUsedAttempts: Migration = {
  name: '0002-rename-used-attempts',
  async up(db: Connection) {
    const pins = db.collection<{ _id: string; burnt?: unknown[] }>('pin')
    for (const { _id, burnt } of await pins.find({ burnt: { $exists: true } }).toArray()) {
      await pins.updateOne({ _id, burnt: { $exists: true } }, { $set: { used: burnt ?? [] }, $unset: { burnt: '' } })
    }
  },
}
