import { z } from 'zod/mini'
import { type Written, writtenFields, writtenOf } from '../profile-fields.ts'

/** A photo of a profile; `path` has the same sizes and versions as the path of a selfie. */
export const Photo = z.object({ id: z.string(), path: z.string() })
export type Photo = z.infer<typeof Photo>

/** The photos, texts and choices that present a user. */
export const storyFields = {
  /** The selfie first, if there is one. */
  photos: z.array(Photo),
  ...writtenFields,
}
export type Story = Written & { photos: Photo[] }

/** The story of a user who has written nothing. */
export const NO_STORY: Story = { photos: [], ...writtenOf({}) }
