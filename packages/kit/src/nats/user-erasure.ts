import type { DeletedUser } from '@zing/proto/nats/rpc/auth'
import { addTombstone, type TombstoneModel } from '../mongo/tombstones.ts'
import type { Log } from '../observability/logger.ts'
import { erasures } from '../observability/metrics.ts'
import type { DelayedSweep } from '../timing/delayed-sweep.ts'
import type { Epoch } from './epoch.ts'

export interface UserErasure {
  log: Log
  epoch: Pick<Epoch, 'current'>
  tombstones: TombstoneModel
  /** Erases again what writes in flight have stored meanwhile. */
  sweep: Pick<DelayedSweep, 'soon'>
  /** Erases the service's data of a user; must repeat safely. */
  eraseData(userId: number): Promise<void>
}

/** Erases a deleted user. The tombstone comes first, so that nothing late brings data back. Repeats safely. */
export async function eraseDeletedUser(erasure: UserErasure, { userId, epoch }: DeletedUser): Promise<void> {
  await addTombstone(erasure.tombstones, userId, epoch)
  await erasure.eraseData(userId)
  erasures.inc()
  erasure.log.info({ userId }, 'user erased')
  erasure.sweep.soon()
}

/** Erases the deleted users of a page whose deletion this service has missed. */
export async function eraseMissedUsers(erasure: UserErasure, deleted: DeletedUser[]): Promise<void> {
  const ids = deleted.map(({ userId }) => userId)
  const stored: { _id: number }[] = await erasure.tombstones.find({ _id: { $in: ids } }, { _id: 1 }).lean()
  const erased = new Set(stored.map(({ _id }) => _id))
  const isMissed = ({ userId, epoch }: DeletedUser) => !erased.has(userId) && epoch >= erasure.epoch.current()
  for (const user of deleted.filter(isMissed)) await eraseDeletedUser(erasure, user)
}
