import { dailyUsageModel } from '@zing/kit/mongo/daily-quota'
import type { Connection } from 'mongoose'
import { hiddenPairModel } from './hidden-pair.ts'
import { selfieModel } from './selfie.ts'
import { sessionModel } from './session.ts'
import { tombstoneModel } from './tombstone.ts'
import { userModel } from './user.ts'

export type Models = ReturnType<typeof createModels>
export function createModels(db: Connection) {
  return {
    User: userModel(db),
    Selfie: selfieModel(db),
    Session: sessionModel(db),
    HiddenPair: hiddenPairModel(db),
    Tombstone: tombstoneModel(db),
    DailyUsage: dailyUsageModel(db),
  }
}
