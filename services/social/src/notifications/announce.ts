import { isAnyDeleted } from '@zing/kit/mongo/tombstones'
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
 * blocked the other since, even if that block has ended (SEC-63), or is deleted.
 */
export async function announce(
  ctx: Ctx,
  { about, ...announced }: Announced,
  decide: (rangAt: Date | null) => Announcement,
): Promise<void> {
  const { Notification, Pair, Tombstone } = ctx.models
  const { userId, type, at, rev } = announced
  const state = { ...announced, aboutId: about.id }
  if (await isAnyDeleted(Tombstone, [userId, about.id])) return
  const readPair = () =>
    Pair.findById(pairKey(userId, about.id), { blocked: 1, blockedRev: 1, matchAnnouncedAt: 1 }).lean()
  const hasEnded = (pair: Awaited<ReturnType<typeof readPair>>) => pair?.blocked || rev < (pair?.blockedRev ?? 0)
  const pair = await readPair()
  if (hasEnded(pair)) return
  await changeEntry(ctx, state, async (entry, id) => {
    const announcement = decide(latest(entry?.rangAt, pair?.matchAnnouncedAt))
    if (announcement === 'nothing') return null
    const isAnnounced = announcement === 'ring'
    if (!isAnnounced && entry && !entry.isCleared) return { set: {}, events: [] }
    const payload = { userId: about.id, name: about.name, selfie: about.selfie }
    const notification = { id, type, payload, createdAt: at.toISOString(), readAt: null }
    const unread = await countUnread(ctx, userId, causeOf(state))
    return {
      set: { createdAt: at, readAt: null, isCleared: false, ...(isAnnounced && { rangAt: at }) },
      events: [event(notificationCreated, { userId, notification, unread, isAnnounced })],
    }
  })
  if (!hasEnded(await readPair())) return
  // a block marks the pair, then deletes the notifications; this deletes a notification created in between
  await Notification.deleteMany({ userId, aboutId: about.id, rev: { $lte: rev } })
}

function latest(...times: (Date | null | undefined)[]): Date | null {
  const known = times.flatMap((time) => (time ? [time.getTime()] : []))
  return known.length > 0 ? new Date(Math.max(...known)) : null
}
