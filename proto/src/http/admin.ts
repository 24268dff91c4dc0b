import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ADMIN_PIN_LENGTH } from '../limits.ts'

const pin = z
  .string('Please enter a 4-digit PIN')
  .check(z.regex(new RegExp(`^[0-9]{${ADMIN_PIN_LENGTH}}$`), 'Please enter a 4-digit PIN'))

/** 200 for a wrong PIN too (`success: false`); 429 when the attempts are used up. */
export const verifyPin = endpoint({
  method: 'POST',
  path: '/api/admin/verify-pin',
  body: z.object({ pin }),
  response: z.object({ success: z.boolean() }),
})

/** 403 without a PIN grant of this session. */
export const getStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  response: z.object({ totalUsers: z.int(), totalMatches: z.int(), totalLikes: z.int() }),
})

export const resetAll = endpoint({
  method: 'POST',
  path: '/api/admin/reset',
  body: z.object({ pin }),
  response: z.object({ success: z.boolean(), message: z.string() }),
})
