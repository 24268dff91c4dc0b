import type { EventOf, verificationDecided } from '@zing/proto/nats/events'
import type { Ctx } from '../context.ts'
import { notifyOfAccount } from './notify.ts'

/** Notifies once per verification. */
export async function notifyOfVerification(ctx: Ctx, event: EventOf<typeof verificationDecided>): Promise<void> {
  const { userId, verificationId, verified, at, epoch } = event
  const common = { userId, cause: `verification:${verificationId}`, at: new Date(at), epoch }
  await notifyOfAccount(ctx, { ...common, type: 'VERIFICATION', payload: { verified } })
}

/** Hides that the user was verified, once the badge is gone. A refusal stays true. */
export async function hideVerified({ models }: Ctx, userId: number): Promise<void> {
  const told = { userId, type: 'VERIFICATION', 'payload.verified': true, isCleared: false } as const
  await models.Notification.updateMany(told, { $set: { isCleared: true, readAt: new Date() } })
}
