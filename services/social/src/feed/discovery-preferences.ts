import { ensureInTime } from '@zing/kit/timing/deadline'
import { GENDERS } from '@zing/proto/product'
import { DiscoveryPreferences, NO_PREFERENCES, type OwnPreferences } from '@zing/proto/profiles/discovery'
import { LOOKING_FOR } from '@zing/proto/profiles/looking-for'
import type { Ctx } from '../context.ts'
import type { Profile } from '../models/profile.ts'
import { findProfiles } from '../profiles/find-profiles.ts'
import { classesOf } from './feed-class.ts'

export async function getPreferences(ctx: Ctx, userId: number): Promise<OwnPreferences> {
  const [profile] = await findProfiles(ctx, [userId])
  return { ...preferencesOf(profile ?? {}), ...(!profile?.preferences && { isSet: false }) }
}

/** Stores preferences. The feeds of others follow at once, since they read the same document. */
export async function setPreferences(
  ctx: Ctx,
  userId: number,
  wanted: DiscoveryPreferences,
): Promise<DiscoveryPreferences> {
  await findProfiles(ctx, [userId])
  const preferences = canonical(wanted)
  const openTo = classesOf(preferences)
  const update = openTo ? { $set: { preferences, openTo } } : { $set: { preferences }, $unset: { openTo: 1 } }
  ensureInTime() // after giving up this call, the client may have stored newer preferences
  await ctx.models.Profile.updateOne({ _id: userId }, update)
  return preferences
}

export function preferencesOf({ preferences }: { preferences?: Profile['preferences'] }): DiscoveryPreferences {
  return preferences ? DiscoveryPreferences.parse(preferences) : NO_PREFERENCES
}

/** Removes repetitions and sorts in the order of the product. A list of all values means all users. */
function canonical({ genders, ageMin, ageMax, lookingFor }: DiscoveryPreferences): DiscoveryPreferences {
  return { genders: chosen(GENDERS, genders), ageMin, ageMax, lookingFor: chosen(LOOKING_FOR, lookingFor) }
}

function chosen<T>(all: readonly T[], named: readonly T[]): T[] {
  const known = all.filter((value) => named.includes(value))
  return known.length === all.length ? [] : known
}
