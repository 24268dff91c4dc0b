import type { ExportedPass } from '@zing/proto/nats/rpc/social'
import type { Ctx } from '../context.ts'
import { sidesOf } from '../pairs/pair-rules.ts'
import { namesOf, readPairPage } from './export-pairs.ts'

/** A page of the users whom a user has passed. */
export async function exportPasses(
  ctx: Ctx,
  userId: number,
  after: string,
): Promise<{ items: ExportedPass[]; next: string | null }> {
  const { pairs, next } = await readPairPage(ctx, userId, after)
  const passes = pairs.flatMap((pair) => {
    const { passed, otherId } = sidesOf(pair, userId)
    const passedAt = pair[passed]
    return passedAt && !pair.blocked ? [{ userId: otherId, passedAt: passedAt.toISOString() }] : []
  })
  const names = await namesOf(
    ctx,
    passes.map((pass) => pass.userId),
  )
  return { items: passes.map((pass) => ({ ...pass, name: names.get(pass.userId) ?? null })), next }
}
