import { ensureInTime } from '@zing/kit/timing/deadline'
import { verifiesMembers } from '@zing/kit/verification'
import { errors } from '@zing/proto/errors'
import { GENDERS } from '@zing/proto/product'
import { DiscoveryPreferences, NO_PREFERENCES, type OwnPreferences } from '@zing/proto/profiles/discovery'
import { LOOKING_FOR } from '@zing/proto/profiles/looking-for'
import type { Ctx } from '../context.ts'
import type { Profile } from '../models/profile.ts'
import { arePlacesOn } from '../places/are-places-on.ts'
import { chosenWish } from '../places/chosen-wish.ts'
import { placeKeysOf } from '../places/place-keys.ts'
import { isWish, wishIn } from '../places/place-wish.ts'
import { findProfiles } from '../profiles/find-profiles.ts'
import { openTo as openToOf } from './feed-class.ts'

const MAX_ATTEMPTS = 20

export async function getPreferences(ctx: Ctx, userId: number): Promise<OwnPreferences> {
  const [profile] = await findProfiles(ctx, [userId])
  const dropped = arePlacesOn(ctx) ? profile?.droppedPreferences : undefined
  return {
    ...shownPreferences(ctx, profile ?? {}),
    ...(!profile?.preferences && { isSet: false }),
    ...(dropped && { dropped }),
  }
}

/** Stores preferences. The feeds of others follow at once, since they read the same document. */
export async function setPreferences(ctx: Ctx, userId: number, wanted: DiscoveryPreferences): Promise<OwnPreferences> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [profile] = await findProfiles(ctx, [userId])
    if (!profile) throw errors.userNotFound()
    const wish = arePlacesOn(ctx) ? chosenWish(profile, wanted) : wishIn(profile.preferences ?? {})
    const preferences = { ...canonical(wanted), ...wish, ...verifiedOnly(ctx, profile, wanted) }
    ensureInTime() // after giving up this call, the client may have stored newer preferences
    if (await store(ctx, profile, preferences)) return shownPreferences(ctx, { ...profile, preferences })
  }
  throw errors.busy()
}

export function preferencesOf({ preferences }: Pick<Partial<Profile>, 'preferences'>): DiscoveryPreferences {
  return preferences ? DiscoveryPreferences.parse(preferences) : NO_PREFERENCES
}

/** A community that does not verify keeps the former wish, which rests. */
function verifiedOnly(ctx: Ctx, { preferences: former }: Profile, { verifiedOnly: wanted }: DiscoveryPreferences) {
  const isWanted = verifiesMembers(ctx) ? (wanted ?? former?.verifiedOnly) : former?.verifiedOnly
  return isWanted && { verifiedOnly: true }
}

/** The preferences have no places in a community without them, and no `verifiedOnly` where nobody is verified. */
function shownPreferences(ctx: Ctx, profile: Pick<Partial<Profile>, 'preferences' | 'place'>): OwnPreferences {
  const { maxDistanceKm: _km, places: _places, verifiedOnly, ...anywhere } = preferencesOf(profile)
  const others = { ...anywhere, ...(verifiedOnly && verifiesMembers(ctx) && { verifiedOnly }) }
  if (!arePlacesOn(ctx)) return others
  const wish = wishIn(profile.preferences ?? {})
  return { ...others, ...wish, ...(profile.place?.isVisiting && isWish(wish) && { isResting: true }) }
}

/** False if the card or the preferences have changed meanwhile. */
async function store({ models }: Ctx, profile: Profile, preferences: DiscoveryPreferences): Promise<boolean> {
  const { _id, rev, epoch, preferencesRev = null, place } = profile
  const openTo = openToOf(preferences)
  const derived = { ...(openTo && { openTo }), ...placeKeysOf({ place, preferences }) }
  const missing = (['openTo', 'at', 'reach'] as const).filter((field) => !(field in derived))
  const unset = Object.fromEntries(['droppedPreferences', ...missing].map((field) => [field, 1]))
  const update = { $set: { preferences, ...derived }, $unset: unset, $inc: { preferencesRev: 1 } }
  return (await models.Profile.updateOne({ _id, rev, epoch, preferencesRev }, update)).matchedCount > 0
}

/** Removes repetitions and sorts in the order of the product. A list of all values means all users. */
function canonical({ genders, ageMin, ageMax, lookingFor }: DiscoveryPreferences): DiscoveryPreferences {
  return { genders: chosen(GENDERS, genders), ageMin, ageMax, lookingFor: chosen(LOOKING_FOR, lookingFor) }
}

function chosen<T>(all: readonly T[], named: readonly T[]): T[] {
  const known = all.filter((value) => named.includes(value))
  return known.length === all.length ? [] : known
}
