import { z } from 'zod/mini'
import { LookingFor } from './looking-for.ts'

/** A photo of a profile; `path` has the same sizes and versions as the path of a selfie. */
export const Photo = z.object({ id: z.string(), path: z.string() })
export type Photo = z.infer<typeof Photo>

/** The answer to one of PROMPTS; a client skips prompts that it does not know. */
export const PromptAnswer = z.object({ promptId: z.string(), answer: z.string() })
export type PromptAnswer = z.infer<typeof PromptAnswer>

/** What users tell about themselves; `null` and empty lists where they have not. */
export const storyFields = {
  /** The selfie first, if there is one. */
  photos: z.array(Photo),
  bio: z.nullable(z.string()),
  prompts: z.array(PromptAnswer),
  /** Ids of INTERESTS; a client skips those that it does not know. */
  interests: z.array(z.string()),
  lookingFor: z.nullable(LookingFor),
}

/** The story of a user who has written nothing. */
export const NO_STORY = { photos: [], bio: null, prompts: [], interests: [], lookingFor: null }
