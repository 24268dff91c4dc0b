import type { DeletedUser } from '@zing/proto/nats/rpc/auth'
import { addTombstone, type TombstoneModel } from '../mongo/tombstones.ts'
import type { Log } from '../observability/logger.ts'
import { erasures } from '../observability/metrics.ts'
import type { DelayedSweep } from '../timing/delayed-sweep.ts'
import type { Epoch } from './epoch.ts'

/** The part of a service's context that an erasure needs. */
interface ErasureCtx {
  log: Log
  epoch: Pick<Epoch, 'current'>
  models: { Tombstone: TombstoneModel }
  /** Erases again what writes in flight have stored meanwhile. */
  erasureSweep: Pick<DelayedSweep, 'soon'>
}

/** Erases the service's data of a user; must repeat safely. */
type EraseData<Ctx> = (ctx: Ctx, userId: number) => Promise<void>

/** Erases a deleted user. The tombstone comes first, so that nothing late brings data back. Repeats safely. */
export async function eraseDeletedUser<Ctx extends ErasureCtx>(
  ctx: Ctx,
  { userId, epoch }: DeletedUser,
  eraseData: EraseData<Ctx>,
): Promise<void> {
  await addTombstone(ctx.models.Tombstone, userId, epoch)
  await eraseData(ctx, userId)
  erasures.inc()
  ctx.log.info({ userId }, 'user erased')
  ctx.erasureSweep.soon()
}

/** Erases the deleted users of a page whose deletion this service has missed. */
export async function eraseMissedUsers<Ctx extends ErasureCtx>(
  ctx: Ctx,
  deleted: DeletedUser[],
  eraseData: EraseData<Ctx>,
): Promise<void> {
  const ids = deleted.map(({ userId }) => userId)
  const stored: { _id: number }[] = await ctx.models.Tombstone.find({ _id: { $in: ids } }, { _id: 1 }).lean()
  const erased = new Set(stored.map(({ _id }) => _id))
  const isMissed = ({ userId, epoch }: DeletedUser) => !erased.has(userId) && epoch >= ctx.epoch.current()
  for (const user of deleted.filter(isMissed)) await eraseDeletedUser(ctx, user, eraseData)
}
