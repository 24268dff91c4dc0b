import type { Connection } from 'mongoose'
import { adminSessionModel } from './admin-session.ts'
import { pinModel } from './pin.ts'
import { resetModel } from './reset.ts'

export type Models = ReturnType<typeof createModels>
export function createModels(db: Connection) {
  return {
    Pin: pinModel(db),
    AdminSession: adminSessionModel(db),
    Reset: resetModel(db),
  }
}
