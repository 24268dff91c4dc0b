import { type Connection, type InferSchemaType, Schema } from 'mongoose'

/**
 * Notifications that a user wants while the app is closed. A user without this document has the defaults of
 * `settingsOf`.
 */
const schema = new Schema(
  {
    _id: { type: Number, required: true }, // user id
    likes: { type: Boolean, required: true },
    matches: { type: Boolean, required: true },
    messages: { type: Boolean, required: true },
    names: { type: Boolean, required: true },
    quietHours: {
      type: new Schema({ from: String, to: String, timeZone: String }, { _id: false }),
      default: null,
    },
    epoch: { type: Number, required: true },
  },
  { versionKey: false },
)

export type NotificationSettingsDocument = InferSchemaType<typeof schema> & { _id: number }
export function notificationSettingsModel(db: Connection) {
  return db.model('NotificationSettings', schema, 'notification_settings')
}
