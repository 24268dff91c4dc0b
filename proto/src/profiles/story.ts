import { z } from 'zod/mini'
import { type Written, writtenFields, writtenOf } from '../profile-fields.ts'

/** A photo of a profile; `path` has the same sizes and versions as the path of a selfie. */
export const Photo = z.object({
  id: z.string(),
  path: z.string(),
  /** The client said that it took this selfie with its camera. Nobody checks the client's word. Absent: false. */
  isLive: z.exactOptional(z.boolean()),
  /** It may be explicit: until a moderator has looked, others receive its mosaic. Absent: false. */
  isVeiled: z.exactOptional(z.boolean()),
})
export type Photo = z.infer<typeof Photo>

/** A photo as its owner sees it. */
export const OwnPhoto = z.extend(Photo, {
  /** A new selfie replaces this photo, which DELETE /api/photos keeps. Absent: false. */
  isSelfie: z.exactOptional(z.boolean()),
})
export type OwnPhoto = z.infer<typeof OwnPhoto>

/** The photos, texts and choices that present a user. */
export const storyFields = {
  /** The main photo first. */
  photos: z.array(Photo),
  ...writtenFields,
}
export type Story = Written & { photos: Photo[] }

/** The story of a user who has written nothing. */
export const NO_STORY: Story = { photos: [], ...writtenOf({}) }
