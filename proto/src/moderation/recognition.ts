import { z } from 'zod/mini'

/** By what auth recognises a banned user who comes back. Neither a name nor a photo can be made from it. */
export const Recognition = z.object({
  /** Digest of the username under a key of auth. */
  usernameHash: z.string(),
  /** Of the photos, see `hashPhoto` in auth. */
  photoHashes: z.array(z.string()),
})
export type Recognition = z.infer<typeof Recognition>
