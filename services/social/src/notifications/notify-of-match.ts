import type { EventOf, matchCreated } from '@zing/proto/nats/events'
import type { Ctx } from '../context.ts'
import { announce } from './announce.ts'

export async function notifyOfMatch(ctx: Ctx, event: EventOf<typeof matchCreated>): Promise<void> {
  const { rev, matchedAt, epoch, isAnnounced } = event
  const [lo, hi] = event.people
  const common = { type: 'MATCH', at: new Date(matchedAt), rev, epoch } as const
  const decide = () => (isAnnounced ? 'ring' : 'silent') // the write of the match decided this
  await announce(ctx, { ...common, userId: lo.id, about: hi }, decide)
  await announce(ctx, { ...common, userId: hi.id, about: lo }, decide)
}
