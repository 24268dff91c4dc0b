import type { DiscoveryPreferences } from '@zing/proto/profiles/discovery'
import { z } from 'zod/mini'
import { createStore } from '../state/create-store.ts'
import { readStored, writeStored } from '../state/stored.ts'

export type ShowMe = 'women' | 'men' | 'all'

/** Genders that each answer stores. */
export const SHOW_ME_GENDERS: Record<ShowMe, DiscoveryPreferences['genders']> = {
  women: ['female'],
  men: ['male'],
  all: [],
}

/** The answer that gender and orientation suggest, both as typed at sign-up; the user decides. */
export function suggestedAnswer(gender: string, orientation: string): ShowMe {
  const own = gender.trim().toLowerCase()
  const loves = orientation.trim().toLowerCase()
  if (loves === 'lesbian') return 'women'
  if (own === 'male' && loves === 'gay') return 'men'
  if (own === 'female' && loves === 'gay') return 'women'
  if (own === 'male' && loves === 'straight') return 'women'
  if (own === 'female' && loves === 'straight') return 'men'
  return 'all'
}

const KEY = 'zing.draft.show-me' // goes with the drafts when the user logs out

/** Id of the user who has just signed up and has not been asked whom to see; null otherwise. */
export const showMeProposal = createStore(readStored(sessionStorage, KEY, z.int()))

export function proposeShowMe(userId: number | null): void {
  writeStored(sessionStorage, KEY, userId)
  showMeProposal.set(userId)
}
