import { forTexts } from '@zing/proto/profile-fields'
import { z } from 'zod/mini'

export const EditDraft = z.object({
  name: z.string(),
  age: z.string(),
  gender: z.string(),
  orientation: z.string(),
  showOrientation: z.boolean(),
  ...forTexts(() => z.string()),
  prompts: z.array(z.object({ promptId: z.string(), answer: z.string() })),
  interests: z.array(z.string()),
  lookingFor: z.string(),
})
export type EditDraft = z.infer<typeof EditDraft>
