import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { exportToken } from '../fields.ts'
import * as limits from '../rate-limits.ts'

/**
 * Starts a copy of all data of the user, in place of an earlier one. 403 with the code `CONFIRM` until the user has
 * confirmed. 503 while the server makes other copies.
 */
export const createExport = endpoint({
  method: 'POST',
  path: '/api/account/export',
  isForPending: true,
  feature: 'export',
  limits: [limits.newExports],
  response: z.object({
    /** Path for one download, in this session and within an hour. */
    url: z.string(),
  }),
})

/**
 * Downloads the copy as ZIP while the server makes it. A broken download can be resumed with `Range: bytes=<first>-`.
 * 404 once every byte was sent, for any other session, and after an hour.
 */
export const getExport = endpoint({
  method: 'GET',
  path: '/api/account/export/{token}',
  isForPending: true,
  feature: 'export',
  status: 200,
  lane: 'download',
  limits: [limits.exportDownloads],
  params: z.object({ token: exportToken }),
  media: ['application/zip'],
  headers: ['Content-Range'],
  errorResponses: [404],
})
