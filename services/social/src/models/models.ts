import type { Connection } from 'mongoose'
import { notificationModel } from './notification.ts'
import { pairModel } from './pair.ts'
import { personModel } from './profile.ts'

export type Models = ReturnType<typeof createModels>
export function createModels(db: Connection) {
  return { Person: personModel(db), Pair: pairModel(db), Notification: notificationModel(db) }
}
