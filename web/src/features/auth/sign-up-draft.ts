import { FoundPlace } from '@zing/proto/places/place'
import { z } from 'zod/mini'
import { REGISTER_AGE_DEFAULT } from '../../lib/limits.ts'
import { readStored, writeStored } from '../../lib/state/stored.ts'

export const DRAFT_KEY = 'zing.sign-up'

/** Input of step 1, kept over Back and a reload; never the password. */
export const SignUpDraft = z.object({
  name: z.string(),
  age: z.string(),
  gender: z.string(),
  orientation: z.string(),
  username: z.string(),
  place: z._default(z.nullable(FoundPlace), null),
  application: z._default(z.string(), ''),
})
export type SignUpDraft = z.infer<typeof SignUpDraft>

const EMPTY: SignUpDraft = {
  name: '',
  age: String(REGISTER_AGE_DEFAULT),
  gender: '',
  orientation: '',
  username: '',
  place: null,
  application: '',
}

export function readDraft(): SignUpDraft {
  return readStored(sessionStorage, DRAFT_KEY, SignUpDraft) ?? EMPTY
}

export function saveDraft({ name, age, gender, orientation, username, place, application }: SignUpDraft): void {
  writeStored(sessionStorage, DRAFT_KEY, {
    name,
    age,
    gender,
    orientation,
    username,
    ...(place && { place }),
    ...(application && { application }),
  })
}

export function clearDraft(): void {
  writeStored(sessionStorage, DRAFT_KEY, null)
}
