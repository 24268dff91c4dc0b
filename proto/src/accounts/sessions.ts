import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'

/** A session of the caller, as the list of devices shows it. */
export const AccountSession = z.object({
  /** Identifies the session in this API only; it gives no access. */
  id: z.string(),
  /** True for the session of the caller. */
  current: z.boolean(),
  /** The browser's name for itself at sign-in; null if it is unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  createdAt: isoTime,
  /** Up to five minutes late. */
  lastUsedAt: isoTime,
})
export type AccountSession = z.infer<typeof AccountSession>

/** The id of a session in the API: a digest, since the session id itself is part of the cookie. */
export const accountSessionId = z
  .string('Invalid session ID')
  .check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'Invalid session ID'))
