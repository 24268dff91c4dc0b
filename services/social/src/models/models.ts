import { dailyUsageModel } from '@zing/kit/mongo/daily-quota'
import type { Connection } from 'mongoose'
import { notificationModel } from './notification.ts'
import { pairModel } from './pair.ts'
import { profileModel } from './profile.ts'
import { tombstoneModel } from './tombstone.ts'

export type Models = ReturnType<typeof createModels>
export function createModels(db: Connection) {
  return {
    Profile: profileModel(db),
    Pair: pairModel(db),
    Notification: notificationModel(db),
    Tombstone: tombstoneModel(db),
    DailyUsage: dailyUsageModel(db),
  }
}
