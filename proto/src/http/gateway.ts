import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Returns the run-time configuration of the web client. Links open in a new tab. */
export const getClientConfig = endpoint({
  method: 'GET',
  path: '/config.json',
  access: 'public',
  response: z.object({
    termsUrl: z.string(),
    privacyUrl: z.string(),
    feedbackUrl: z.string(),
    /** Demo users exist, which the client may show. */
    isDemo: z.boolean(),
  }),
})
