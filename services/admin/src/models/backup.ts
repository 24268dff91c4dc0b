import { type Connection, Schema } from 'mongoose'

/** The newest complete backup, written by `npm run backup`. */
const schema = new Schema(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { versionKey: false },
)

export const NEWEST_BACKUP_ID = 'newest'
export function backupModel(db: Connection) {
  return db.model('Backup', schema, 'backups')
}
