import type { Story } from '@zing/proto/profiles/story'
import type { User } from '@zing/proto/profiles/users'

/** Paths of the photos of a profile, the selfie first. */
export function photosOf({ photos }: Pick<Story, 'photos'>): string[] {
  return photos.map(({ path }) => path)
}

/** The first words of a profile: the bio, or an answer. */
export function firstWords({ bio, prompts }: Pick<Story, 'bio' | 'prompts'>): string | null {
  return bio ?? prompts[0]?.answer ?? null
}

/** Puts the interests that two users share first, in the order of the profile. */
export function sharedFirst(interests: readonly string[], own: readonly string[]): { id: string; isShared: boolean }[] {
  return interests
    .map((id) => ({ id, isShared: own.includes(id) }))
    .toSorted((a, b) => Number(b.isShared) - Number(a.isShared))
}

/** Parts of a profile that tell others about the user; each counts the same. */
export const PROFILE_PARTS = ['photo', 'more photos', 'bio', 'prompts', 'interests', 'looking for'] as const
export type ProfilePart = (typeof PROFILE_PARTS)[number]

/** The parts that a profile does not have yet. */
export function missingParts(user: Pick<User, 'selfie'> & Story): ProfilePart[] {
  const { bio, prompts, interests, lookingFor } = user
  const has: Record<ProfilePart, boolean> = {
    photo: user.selfie !== null,
    'more photos': photosOf(user).length > 1,
    bio: bio !== null,
    prompts: prompts.length > 0,
    interests: interests.length > 0,
    'looking for': lookingFor !== null,
  }
  return PROFILE_PARTS.filter((part) => !has[part])
}
