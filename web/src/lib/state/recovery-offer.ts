import { createStore } from './create-store.ts'
import { perSession } from './per-session.ts'

/**
 * Set at the end of the sign-up, until the user has answered the offer of recovery codes. Holds the password of the form,
 * in memory only, so that it need not be typed again at once.
 */
export const recoveryOffer = perSession(() => createStore<{ password: string } | null>(null))
