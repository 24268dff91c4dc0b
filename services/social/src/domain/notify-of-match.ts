import type { EventOf, matchCreated } from '@zing/proto/nats/events'
import type { Ctx } from '../context.ts'
import { type Notice, notify } from './notify.ts'
import { pairId } from './pair-rules.ts'

/** Both are told, once per match: its cause is the pair and the change that made it. */
export async function notifyOfMatch(ctx: Ctx, event: EventOf<typeof matchCreated>): Promise<void> {
  const { people, rev, matchedAt, epoch } = event
  const [lo, hi] = people
  const cause = `match:${pairId(lo.id, hi.id)}:${rev}`
  const common: Omit<Notice, 'userId' | 'about'> = { type: 'MATCH', cause, at: new Date(matchedAt), epoch }
  await notify(ctx, { ...common, userId: lo.id, about: hi })
  await notify(ctx, { ...common, userId: hi.id, about: lo })
}
