import { z } from 'zod/mini'

/** A user as moderators see them. Fields are `null` once the account is deleted. */
export const ModeratedUser = z.object({
  id: z.int(),
  name: z.nullable(z.string()),
  username: z.nullable(z.string()),
})
export type ModeratedUser = z.infer<typeof ModeratedUser>
