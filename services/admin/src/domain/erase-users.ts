import { forEachPage } from '@zing/kit/nats/reconcile'
import { getDeletedUserPage } from '@zing/proto/nats/rpc/auth'
import type { Ctx } from '../context.ts'
import { PIN_ID } from '../models/pin.ts'

/** Not the id of any user. */
const NO_USER = 0

/**
 * Removes what names deleted users: their admin sessions, the times of their reports, claims of their held messages, and whose
 * PIN attempts were used; the attempts stay used. What cases say about them is deleted by `deleteOldEvidence`. There is no
 * tombstone: what a request in flight stores expires, or is removed by the next run of `eraseMissed`.
 */
export async function eraseUsers({ models }: Pick<Ctx, 'models'>, userIds: number[]): Promise<void> {
  const isErased = { $in: userIds }
  await models.AdminSession.deleteMany({ userId: isErased })
  await models.Reporter.deleteMany({ _id: isErased })
  await models.HeldClaim.deleteMany({ _id: isErased })
  await models.Pin.updateOne(
    { _id: PIN_ID, 'used.userId': isErased },
    { $set: { 'used.$[attempt].userId': NO_USER } },
    { arrayFilters: [{ 'attempt.userId': isErased }] },
  )
}

/** Erases users whose deletion this service has missed: its broadcast may be lost. */
export function eraseMissed(ctx: Pick<Ctx, 'models' | 'nats'>): Promise<void> {
  return forEachPage(ctx.nats, getDeletedUserPage, (deleted) =>
    eraseUsers(
      ctx,
      deleted.map(({ userId }) => userId),
    ),
  )
}
