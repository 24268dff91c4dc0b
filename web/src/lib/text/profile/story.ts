import type { Story } from '@zing/proto/profiles/story'

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
