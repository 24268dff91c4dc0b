import { z } from 'zod/mini'
import { readStored, writeStored } from '../../lib/stored.ts'

const KEY = 'zing.draft.profile'
const Draft = z.object({
  name: z.string(),
  age: z.string(),
  gender: z.string(),
  orientation: z.string(),
  bio: z.string(),
  prompts: z.array(z.object({ promptId: z.string(), answer: z.string() })),
  interests: z.array(z.string()),
  lookingFor: z.string(),
})
export type EditDraft = z.infer<typeof Draft>

/** What the user was editing when the form closed without a save; null otherwise. */
export function readDraft(): EditDraft | null {
  return readStored(sessionStorage, KEY, Draft)
}

export function saveDraft(draft: EditDraft | null): void {
  writeStored(sessionStorage, KEY, draft)
}
