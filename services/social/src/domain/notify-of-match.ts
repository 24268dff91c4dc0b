import type { EventOf, matchCreated } from '@zing/proto/nats/facts'
import type { Ctx } from '../context.ts'
import { notify } from './notify.ts'
import { pairId } from './pair-rules.ts'

/** Both are told, once per match: its cause is the pair and the change that made it. */
export async function notifyOfMatch(ctx: Ctx, { people, rev, matchedAt }: EventOf<typeof matchCreated>): Promise<void> {
  const [lo, hi] = people
  const common = { type: 'MATCH' as const, cause: `match:${pairId(lo.id, hi.id)}:${rev}`, at: new Date(matchedAt) }
  await notify(ctx, { ...common, userId: lo.id, about: hi })
  await notify(ctx, { ...common, userId: hi.id, about: lo })
}
