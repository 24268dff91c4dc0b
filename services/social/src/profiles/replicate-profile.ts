import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { isAnyDeleted } from '@zing/kit/mongo/tombstones'
import { errors } from '@zing/proto/errors'
import { firstNameOf } from '@zing/proto/profiles/first-name'
import type { ReplicatedProfile } from '@zing/proto/profiles/users'
import type { Ctx } from '../context.ts'
import { classOf } from '../feed/feed-class.ts'
import type { Profile } from '../models/profile.ts'
import { hideVerified } from '../notifications/notify-of-verification.ts'
import { withCard } from '../places/with-card.ts'

const MAX_ATTEMPTS = 20
const FIELDS = { rev: 1, epoch: 1, verified: 1, preferences: 1, preferencesRev: 1, droppedPreferences: 1 } as const
type Stored = Pick<Profile, '_id' | keyof typeof FIELDS>

interface Revised {
  profile: ReplicatedProfile
  rev: number
  epoch: number
}

/**
 * Events may come twice or out of order: only a newer rev or a later epoch changes the replica. It has the first name only,
 * so no list, notification or push of social can show more.
 */
export async function replicateProfile(ctx: Ctx, revised: Revised): Promise<void> {
  const { Profile: Profiles, Tombstone } = ctx.models
  const { id } = revised.profile
  if (await isAnyDeleted(Tombstone, [id])) return
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await Profiles.findById(id, FIELDS).lean()
    if (stored && !isNewer(revised, stored)) return
    if (stored?.verified && !revised.profile.verified) await hideVerified(ctx, id) // first, so that a repeated event does it
    if (stored ? await replace(ctx, stored, revised) : await insert(ctx, revised)) return
  }
  throw errors.busy()
}

function isNewer({ rev, epoch }: Revised, stored: Stored): boolean {
  return epoch > stored.epoch || (epoch === stored.epoch && rev > stored.rev)
}

/** False if another write came first. The place and the preferences that it drops change in one write. */
async function replace({ models }: Ctx, stored: Stored, revised: Revised): Promise<boolean> {
  const { _id, rev, epoch, preferencesRev = null } = stored
  const { set, unset } = withCard(revised.profile.place, stored)
  const lost = !revised.profile.verified && { verified: 1 }
  const update = { $set: { ...replicaOf(revised), ...set }, $unset: { ...unset, ...lost } }
  return (await models.Profile.updateOne({ _id, rev, epoch, preferencesRev }, update)).matchedCount > 0
}

async function insert({ models }: Ctx, revised: Revised): Promise<boolean> {
  const replica = { ...replicaOf(revised), ...withCard(revised.profile.place, {}).set }
  try {
    const filter = { _id: revised.profile.id }
    return (await models.Profile.updateOne(filter, { $setOnInsert: replica }, { upsert: true })).upsertedCount > 0
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

function replicaOf({ profile, rev, epoch }: Revised) {
  const { id: _id, createdAt, suspendedUntil, place: _place, ...fields } = profile
  const until = suspendedUntil ? new Date(suspendedUntil) : null
  const own = { createdAt: new Date(createdAt), suspendedUntil: until, feedClass: classOf(profile) }
  return { ...fields, ...own, name: firstNameOf(profile.name), rev, epoch }
}
