import { event, type PendingEvent, toOutboxEntries } from '@zing/kit/nats/outbox'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import { userRegistered, userUpdated } from '@zing/proto/nats/events'
import { isReplicated } from '../applications/status.ts'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { photoVersionsOf } from '../photos/photo-rules.ts'
import { deletePhoto } from '../photos/photos.ts'
import { askAboutPicture } from '../vision/ask-about-picture.ts'
import { wantsOfMain } from '../vision/photo-wants.ts'
import { getUser } from './get-user.ts'
import { toAnnouncedProfile } from './to-user.ts'

const MAX_ATTEMPTS = 10

/**
 * Changes an account and stores its events in one write, by compare-and-swap on `rev`; null changes nothing. Deletes
 * the photos that the profile no longer shows. Throws an AppError only if nothing was written.
 */
export async function changeUser(
  ctx: Ctx,
  userId: number,
  change: (user: UserDocument) => UserDocument | null,
  eventsOf: (before: UserDocument, after: UserDocument) => PendingEvent[] = () => [],
): Promise<UserDocument> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = await getUser(ctx, userId)
    const changed = change(before)
    if (!changed) return before
    const after = { ...changed, rev: before.rev + 1 }
    const { _id, ...fields } = after
    const outbox = toOutboxEntries([...profileEvents(before, after), ...eventsOf(before, after)], after)
    ensureInTime() // this change must not overwrite a newer, acknowledged one
    const filter = { _id, rev: before.rev }
    const { matchedCount } = await ctx.models.User.updateOne(filter, {
      $set: fields,
      $push: { outbox: { $each: outbox } },
    })
    if (matchedCount === 0) continue // a concurrent write won: read again

    ctx.relay.wake(ctx.models.User)
    const [main] = photoVersionsOf(after)
    if (main && main !== photoVersionsOf(before)[0])
      await askAboutPicture(ctx, { kind: 'photo', userId, number: main }, wantsOfMain(ctx))
    const kept = [...photoVersionsOf(after), ...(after.removedPhotos ?? []).map(({ version }) => version)]
    for (const version of photoVersionsOf(before)) if (!kept.includes(version)) await deletePhoto(ctx, userId, version)
    return after
  }
  throw errors.busy()
}

/** Nobody learns of an account before it is let in. */
function profileEvents(before: UserDocument, after: UserDocument): PendingEvent[] {
  if (!isReplicated(after)) return []
  const profile = toAnnouncedProfile(after)
  return [isReplicated(before) ? event(userUpdated, { profile }) : event(userRegistered, { profile })]
}
