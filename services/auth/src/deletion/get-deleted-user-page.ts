import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { DeletedUser } from '@zing/proto/nats/rpc/auth'
import { PAGE_SIZE } from '@zing/proto/nats/rpc/pages'
import type { Ctx } from '../context.ts'

/** Returns a page of deleted accounts, by id, for services that may have missed a deletion. */
export async function getDeletedUserPage(
  ctx: Ctx,
  after: string,
): Promise<{ items: DeletedUser[]; next: string | null }> {
  const tombstones = await ctx.models.Tombstone.find(
    { _id: { $gt: Number(after) }, ...ofCurrentEpoch(ctx) },
    { epoch: 1 },
  )
    .sort({ _id: 1 })
    .limit(PAGE_SIZE)
    .lean()
  const last = tombstones.length === PAGE_SIZE ? tombstones.at(-1) : undefined
  return {
    items: tombstones.map(({ _id, epoch }) => ({ userId: _id, epoch })),
    next: last ? String(last._id) : null,
  }
}
