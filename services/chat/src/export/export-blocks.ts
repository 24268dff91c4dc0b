import { listBlocks } from '../blocks/list-blocks.ts'
import type { Ctx } from '../context.ts'

/** Returns a page of the users whom a user has blocked. */
export async function exportBlocks(
  ctx: Ctx,
  userId: number,
  after: string,
): Promise<{ items: { userId: number }[]; next: string | null }> {
  const { ids, next } = await listBlocks(ctx, userId, after === '' ? {} : { cursor: Number(after) })
  return { items: ids.map((id) => ({ userId: id })), next: next === null ? null : String(next) }
}
