import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** What the client needs to know at run time; links open in a new tab. */
export const getClientConfig = endpoint({
  method: 'GET',
  path: '/config.json',
  access: 'public',
  response: z.object({
    termsUrl: z.string(),
    privacyUrl: z.string(),
    feedbackUrl: z.string(),
    /** Demo people are about: the client may say so. */
    isDemo: z.boolean(),
  }),
})
