import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { LIVE_PATH, READY_PATH } from '../paths.ts'

const response = z.object({ status: z.literal('ok') })

/** Is the process alive? Asks nobody else. */
export const getLiveness = endpoint({ method: 'GET', path: LIVE_PATH, access: 'public', response })

/** Can the process do its work? Of the gateway: can every service? */
export const getReadiness = endpoint({
  method: 'GET',
  path: READY_PATH,
  access: 'public',
  response,
  errorResponses: [503],
})
