import { z } from 'zod/mini'

/** Features by which auth recognises a banned user who returns. They reveal neither name nor photo. */
export const Recognition = z.object({
  /** Digest of the username, with a key of auth. */
  usernameHash: z.string(),
  /** Hashes of the photos, see `hashPhoto` in auth. */
  photoHashes: z.array(z.string()),
})
export type Recognition = z.infer<typeof Recognition>
