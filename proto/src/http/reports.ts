import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { freeText, positiveId } from '../fields.ts'
import { APPEAL_TEXT_MAX, REPORT_MESSAGES_MAX, REPORT_TEXT_MAX } from '../limits.ts'
import { ReportCategory } from '../moderation/categories.ts'
import * as limits from '../rate-limits.ts'

/**
 * Reports a user to the moderators, and blocks them unless `block` is false. The server stores profile, photo and the
 * messages around `messageIds` as evidence. 404 for a user whom the caller does not see. A match of the last 30 days,
 * or a user whom the caller blocked then, can still be reported. 409 with the code `REPORT_OPEN` while a report of the
 * caller about the same user is open, 429 after REPORTS_PER_DAY. A report is stored whole or not at all, so a failed
 * call can be repeated. A refused call blocks no user.
 */
export const reportUser = endpoint({
  method: 'POST',
  path: '/api/reports',
  status: 201,
  limits: limits.reports,
  body: z.object({
    userId: positiveId('Invalid user ID'),
    category: ReportCategory,
    text: z.exactOptional(freeText(REPORT_TEXT_MAX)),
    /** Ids of messages in the conversation of the two; any other id is a 400. */
    messageIds: z.exactOptional(
      z
        .array(positiveId('Invalid message ID'), 'Invalid message IDs')
        .check(z.maxLength(REPORT_MESSAGES_MAX, 'Too many messages')),
    ),
    block: z._default(z.boolean('Invalid block'), true),
  }),
  response: z.object({
    id: z.int(),
    /** False if `block` is false, while the block is still pending, and after BLOCKS_MAX blocks. */
    isBlocked: z.exactOptional(z.boolean()),
  }),
  errorResponses: [404, 409],
})

/**
 * Appeals once against a suspension or ban, with the token of the refused login. 404 with the code `APPEAL_INVALID` for
 * an unknown token, or once the decision was lifted. 409 with `APPEAL_MADE` for a used token.
 */
export const createAppeal = endpoint({
  method: 'POST',
  path: '/api/appeals',
  access: 'public',
  status: 201,
  limits: [limits.appeals],
  body: z.object({
    token: z.string('Invalid token').check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Invalid token')),
    text: freeText(APPEAL_TEXT_MAX),
  }),
  response: z.object({ id: z.int() }),
  errorResponses: [404, 409],
})
