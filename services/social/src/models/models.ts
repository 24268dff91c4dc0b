import { dailyUsageModel } from '@zing/kit/mongo/daily-quota'
import type { Connection } from 'mongoose'
import { notificationModel } from './notification.ts'
import { notificationSettingsModel } from './notification-settings.ts'
import { pairModel } from './pair.ts'
import { profileModel } from './profile.ts'
import { pushDeviceModel } from './push-device.ts'
import { pushSlotModel } from './push-slot.ts'
import { tombstoneModel } from './tombstone.ts'

export type Models = ReturnType<typeof createModels>
export function createModels(db: Connection) {
  return {
    Profile: profileModel(db),
    Pair: pairModel(db),
    Notification: notificationModel(db),
    Tombstone: tombstoneModel(db),
    DailyUsage: dailyUsageModel(db),
    PushDevice: pushDeviceModel(db),
    PushSlot: pushSlotModel(db),
    NotificationSettings: notificationSettingsModel(db),
  }
}
