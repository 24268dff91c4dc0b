import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { type PendingEvent, toOutboxEntries } from '@zing/kit/nats/outbox'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import type { NotificationDocument } from '../models/notification.ts'

const MAX_ATTEMPTS = 20

/** The entry about a like or a match in a user's list. Each other user has one entry of each type. */
export interface EntryState {
  userId: number
  aboutId: number
  type: 'LIKE' | 'MATCH'
  /** The time of the like or the match. */
  at: Date
  /** Revision of the pair: an older state changes nothing. */
  rev: number
  epoch: number
}

type Entry = Omit<NotificationDocument, 'outbox'>

export interface EntryChange {
  set: Partial<Pick<Entry, 'createdAt' | 'readAt' | 'isCleared' | 'rangAt'>>
  events: PendingEvent[]
}

/** The cause of an entry, which is unique in the list of its user. */
export function causeOf({ type, aboutId }: Pick<EntryState, 'type' | 'aboutId'>): string {
  return `${type.toLowerCase()}:${aboutId}`
}

/**
 * Applies the change that `decide` returns by compare-and-swap. `decide` gets the stored entry and the id of the entry.
 * Each state of the pair is applied once, and never after a later state.
 */
export async function changeEntry(
  ctx: Ctx,
  state: EntryState,
  decide: (entry: Entry | null, id: number) => Promise<EntryChange | null> | EntryChange | null,
): Promise<void> {
  const { Notification } = ctx.models
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const own = { userId: state.userId, cause: causeOf(state) }
    // most likes and matches are the first of their users: the insert itself finds out
    const entry = attempt === 0 ? null : await Notification.findOne(own, { outbox: 0 }).lean()
    if (entry && (entry.rev ?? 0) >= state.rev) return
    const id = entry?._id ?? (await ctx.notificationIds.next())
    const change = await decide(entry, id)
    if (!change) return
    const saved = entry ? await update(ctx, entry, state, change) : await insert(ctx, id, state, change)
    if (saved) return ctx.relay.publish(Notification, saved)
  }
  throw errors.busy()
}

/** Null if its user has read or cleared the entry meanwhile, or another process has changed it. */
function update({ models }: Ctx, entry: Entry, { rev, epoch }: EntryState, change: EntryChange) {
  const { _id, userId, readAt, isCleared } = entry
  const outbox = toOutboxEntries(change.events, { rev, epoch })
  return models.Notification.findOneAndUpdate(
    { _id, userId, rev: entry.rev ?? { $exists: false }, readAt: readAt ?? null, isCleared },
    { $set: { ...change.set, rev }, $push: { outbox: { $each: outbox } } },
    { returnDocument: 'after', projection: { outbox: 1 } },
  ).lean()
}

/** Null if another process has inserted the entry. */
async function insert({ models }: Ctx, id: number, state: EntryState, change: EntryChange) {
  const { userId, aboutId, type, at, rev, epoch } = state
  const outbox = toOutboxEntries(change.events, { rev, epoch })
  const entry = { _id: id, userId, aboutId, type, cause: causeOf(state), createdAt: at, rev, epoch }
  try {
    await models.Notification.create({ ...entry, ...change.set, outbox })
    return { _id: id, outbox }
  } catch (error) {
    if (isDuplicateKey(error)) return null
    throw error
  }
}
