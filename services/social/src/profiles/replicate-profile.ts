import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { isAnyDeleted } from '@zing/kit/mongo/tombstones'
import { firstNameOf } from '@zing/proto/profiles/first-name'
import type { ReplicatedProfile } from '@zing/proto/profiles/users'
import type { Ctx } from '../context.ts'
import { classOf } from '../feed/feed-class.ts'

/**
 * Events may come twice or out of order: only a newer rev or a later epoch changes the replica. It has the first name only,
 * so no list, notification or push of social can show more.
 */
export async function replicateProfile(
  { models }: Ctx,
  { profile, rev, epoch }: { profile: ReplicatedProfile; rev: number; epoch: number },
): Promise<void> {
  if (await isAnyDeleted(models.Tombstone, [profile.id])) return
  const { id, createdAt, suspendedUntil, ...fields } = profile
  const until = suspendedUntil ? new Date(suspendedUntil) : null
  const own = {
    name: firstNameOf(profile.name),
    createdAt: new Date(createdAt),
    suspendedUntil: until,
    feedClass: classOf(profile),
  }
  const replica = { ...fields, ...own, rev, epoch }
  try {
    await models.Profile.updateOne({ _id: id }, { $setOnInsert: replica }, { upsert: true })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error // inserted concurrently
  }
  const older = [{ rev: { $lt: rev }, epoch }, { epoch: { $lt: epoch } }]
  await models.Profile.updateOne({ _id: id, $or: older }, { $set: replica })
}
