import type { Ctx } from '../context.ts'
import { PIN_ID } from '../models/pin.ts'

export async function unlockPin({ models }: Pick<Ctx, 'models'>): Promise<void> {
  await models.Pin.deleteOne({ _id: PIN_ID })
}
