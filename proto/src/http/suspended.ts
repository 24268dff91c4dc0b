import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { exportToken } from '../fields.ts'
import * as limits from '../rate-limits.ts'

// Calls of suspended users, who cannot sign in, with the `dataToken` of the refused sign-in. 403 with the code
// `DATA_TOKEN_INVALID` for an invalid or old token, and once the suspension is over.

const dataToken = z
  .string('Invalid token')
  .check(z.regex(/^[\w-]{1,200}\.[\w-]{1,400}\.[\w-]{1,100}$/, 'Invalid token'))

/** Starts a copy of all data of a suspended user, in place of an earlier one. */
export const exportSuspended = endpoint({
  method: 'POST',
  path: '/api/suspended/export',
  access: 'public',
  limits: [limits.suspendedExports],
  body: z.object({ token: dataToken }),
  response: z.object({
    /** Path for one download within an hour. */
    url: z.string(),
  }),
})

/** Downloads the copy of a suspended user. Works like `getExport`. */
export const getSuspendedExport = endpoint({
  method: 'GET',
  path: '/api/suspended/export/{token}',
  access: 'public',
  status: 200,
  lane: 'download',
  limits: [limits.suspendedExportDownloads],
  params: z.object({ token: exportToken }),
  media: ['application/zip'],
  headers: ['Content-Range'],
  errorResponses: [404],
})

/** Deletes the account of a suspended user with all data, permanently. The record of a ban stays. */
export const deleteSuspended = endpoint({
  method: 'DELETE',
  path: '/api/suspended/account',
  access: 'public',
  limits: [limits.suspendedDeletions],
  body: z.object({ token: dataToken }),
})
