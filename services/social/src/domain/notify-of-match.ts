import type { EventOf, matchCreated } from '@zing/proto/nats/events'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { type NotificationInput, notify } from './notify.ts'

/** Notifies both users once per announced match: the cause is the pair and the rev that made it. */
export async function notifyOfMatch(ctx: Ctx, event: EventOf<typeof matchCreated>): Promise<void> {
  const { rev, matchedAt, epoch, isAnnounced } = event
  if (!isAnnounced) return
  const [lo, hi] = event.people
  const cause = `match:${pairKey(lo.id, hi.id)}:${rev}`
  const common: Omit<NotificationInput, 'userId' | 'about'> = { type: 'MATCH', cause, at: new Date(matchedAt), epoch }
  await notify(ctx, { ...common, userId: lo.id, about: hi })
  await notify(ctx, { ...common, userId: hi.id, about: lo })
}
