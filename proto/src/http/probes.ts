import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { LIVE_PATH, READY_PATH } from '../paths.ts'

const response = z.object({ status: z.literal('ok') })

/** Reports that the process is alive. Does not check its dependencies. */
export const getLiveness = endpoint({ method: 'GET', path: LIVE_PATH, access: 'public', response })

/** Reports whether the process can do its work. The gateway reports whether every service can. */
export const getReadiness = endpoint({
  method: 'GET',
  path: READY_PATH,
  access: 'public',
  response,
  errorResponses: [503],
})
