import type { deviceAdded, EventOf } from '@zing/proto/nats/events'
import type { Ctx } from '../context.ts'
import { storeNotification } from './notify.ts'

/** Notifies a user of a browser that is new to the account; each event is one sign-in. */
export async function notifyOfDevice(ctx: Ctx, event: EventOf<typeof deviceAdded>): Promise<void> {
  const { id, userId, browser, system, at, epoch } = event
  await storeNotification(ctx, {
    userId,
    cause: `device:${id}`,
    content: { type: 'NEW_DEVICE', payload: { browser, system } },
    at: new Date(at),
    epoch,
  })
}
