import type { accountChanged, EventOf } from '@zing/proto/nats/events'
import type { Ctx } from '../context.ts'
import { notifyOfAccount } from './notify.ts'

/**
 * Notifies a user of a new passkey, new recovery codes, a new password or a recovery. Each event adds a notification.
 */
export async function notifyOfAccountChange(ctx: Ctx, event: EventOf<typeof accountChanged>): Promise<void> {
  const { id, userId, change, browser, system, at, epoch } = event
  const common = { userId, cause: `account:${id}`, at: new Date(at), epoch }
  await notifyOfAccount(ctx, { ...common, type: 'ACCOUNT_CHANGE', payload: { change, browser, system } })
}
