import { z } from 'zod/mini'

/** A user as moderators see them; `null` fields once the account is gone. */
export const ModeratedUser = z.object({
  id: z.int(),
  name: z.nullable(z.string()),
  username: z.nullable(z.string()),
})
export type ModeratedUser = z.infer<typeof ModeratedUser>
