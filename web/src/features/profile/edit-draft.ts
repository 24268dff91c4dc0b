import { z } from 'zod/mini'
import { readStored, writeStored } from '../../lib/stored.ts'

const KEY = 'zing.draft.profile'
const Draft = z.object({ name: z.string(), age: z.string(), gender: z.string(), orientation: z.string() })

/** What the user was editing when the session ended; null otherwise. */
export function readDraft(): z.infer<typeof Draft> | null {
  return readStored(sessionStorage, KEY, Draft)
}

export function saveDraft(draft: z.infer<typeof Draft> | null): void {
  writeStored(sessionStorage, KEY, draft)
}
