import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import * as fields from '../fields.ts'

/**
 * Changes the password and ends all other sessions of the user. 403 with the code `WRONG_PASSWORD` for a wrong current
 * password, 400 with `COMMON_PASSWORD` for a new one that many people use.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  body: z.object({ currentPassword: fields.loginPassword, newPassword: fields.password }),
})
