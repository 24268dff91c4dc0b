import { dailyUsageModel } from '@zing/kit/mongo/daily-quota'
import { hourlyResultModel } from '@zing/kit/mongo/hourly-result'
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
    HourlyResult: hourlyResultModel(db),
    PushDevice: pushDeviceModel(db),
    PushSlot: pushSlotModel(db),
    NotificationSettings: notificationSettingsModel(db),
  }
}
