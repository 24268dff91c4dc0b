import { event } from '@zing/kit/nats/outbox'
import { notificationCreated } from '@zing/proto/nats/events'
import { pairKey } from '@zing/proto/pair-key'
import type { UserSummary } from '@zing/proto/profiles/users'
import type { Ctx } from '../context.ts'
import type { Announcement } from './announcement.ts'
import { causeOf, changeEntry, type EntryState } from './change-entry.ts'
import { countUnread } from './count-unread.ts'

export interface Announced extends Omit<EntryState, 'aboutId'> {
  about: UserSummary
}

/**
 * Announces a like or a match in the list of a user, as `decide` says for earlier rings. Does nothing if one user has
 * blocked the other since, even if that block has ended (SEC-63). Does nothing either for a deleted user, who has no pair.
 */
export async function announce(
  ctx: Ctx,
  { about, ...announced }: Announced,
  decide: (rangAt: Date | null) => Announcement,
): Promise<void> {
  const { userId, type, at, rev } = announced
  const state = { ...announced, aboutId: about.id }
  const pair = await ctx.reads.pair(pairKey(userId, about.id))
  if (!pair || pair.blocked || rev < (pair.blockedRev ?? 0)) return // a later block has a later rev in the entry
  await changeEntry(ctx, state, async (entry, id) => {
    const isAnnounced = decide(latest(entry?.rangAt, pair.matchAnnouncedAt)) === 'ring'
    if (!isAnnounced && entry && !entry.isCleared) return { set: {}, events: [] }
    const payload = { userId: about.id, name: about.name, selfie: about.selfie }
    const notification = { id, type, payload, createdAt: at.toISOString(), readAt: null }
    const unread = await countUnread(ctx, userId, causeOf(state))
    return {
      set: { createdAt: at, readAt: null, isCleared: false, ...(isAnnounced && { rangAt: at }) },
      events: [event(notificationCreated, { userId, notification, unread, isAnnounced })],
    }
  })
}

function latest(...times: (Date | null | undefined)[]): Date | null {
  const known = times.flatMap((time) => (time ? [time.getTime()] : []))
  return known.length > 0 ? new Date(Math.max(...known)) : null
}
