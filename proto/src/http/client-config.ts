import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { VerificationMode } from '../moderation/verification.ts'
import { CLIENT_CONFIG_PATH } from '../paths.ts'
import { PlaceMode } from '../places/place.ts'

/** Returns the run-time configuration of the web client. Links open in a new tab. */
export const getClientConfig = endpoint({
  method: 'GET',
  path: CLIENT_CONFIG_PATH,
  access: 'public',
  response: z.object({
    termsUrl: z.string(),
    privacyUrl: z.string(),
    feedbackUrl: z.string(),
    /** Demo users exist; the client may show them. */
    isDemo: z.boolean(),
    place: PlaceMode,
    /** Absent: off. */
    verification: z.exactOptional(VerificationMode),
    /** Key for `pushManager.subscribe`: a point on P-256 in base64url. Absent: no Web Push here. */
    vapidPublicKey: z.exactOptional(z.string()),
  }),
})
