import type { deviceAdded, EventOf } from '@zing/proto/nats/events'
import type { Ctx } from '../context.ts'
import { notifyOfAccount } from './notify.ts'

/** Notifies a user of a browser that is new to the account; each event is one sign-in. */
export async function notifyOfDevice(ctx: Ctx, event: EventOf<typeof deviceAdded>): Promise<void> {
  const { id, userId, browser, system, at, epoch } = event
  const common = { userId, cause: `device:${id}`, at: new Date(at), epoch }
  await notifyOfAccount(ctx, { ...common, type: 'NEW_DEVICE', payload: { browser, system } })
}
