import { z } from 'zod/mini'
import { SettingsChange } from '../community/settings.ts'
import { Suspension } from '../moderation/decisions.ts'

/** Body of every error response. Clients show `message` to users. It has the specification's text if there is one. */
export const ErrorBody = z.object({
  message: z.string(),
  /** Never changed. Several messages can share a code, which `reason` tells apart. */
  code: z.string(),
  /** Absent for the first message of a code. */
  reason: z.optional(z.string()),
  /** Numbers in the message, for clients that show it in another language. */
  params: z.optional(z.record(z.string(), z.number())),
  /** Present for calls whose response has `success`. */
  success: z.optional(z.literal(false)),
  /** Present if a sign-in is refused with the code `SUSPENDED`. */
  suspension: z.optional(Suspension),
  /** With the code `HAS_LINK`: the word that looks like a link. */
  word: z.optional(z.string()),
  /** With `SETTINGS_CHANGED`: the newest version. */
  version: z.optional(z.int()),
  /** With `SETTINGS_CHANGED`: what others have changed since the caller's version. */
  changes: z.optional(z.array(SettingsChange)),
})
export type ErrorBody = z.infer<typeof ErrorBody>
