import { z } from 'zod/mini'
import { Invitation, invitationCode, languageTag } from '../community/door.ts'
import { RegistrationMode } from '../community/settings.ts'
import { endpoint } from '../endpoint.ts'
import { isoTime, pathId, queryCount } from '../fields.ts'
import { INVITATION_LABEL_MAX, INVITATION_USES_MAX, INVITATIONS_PAGE_MAX } from '../limits.ts'
import * as limits from '../rate-limits.ts'
import { characters, isSafeLine } from '../texts/text.ts'

/** Says what a sign-up needs now. `challenge` is a puzzle of altcha, present while its proof is needed. */
export const getRegistration = endpoint({
  method: 'GET',
  path: '/api/registration',
  access: 'public',
  priority: 'discovery',
  limits: limits.signUpChecks,
  query: z.object({ invitation: z.optional(invitationCode), language: z.optional(languageTag) }),
  response: z.object({
    mode: RegistrationMode,
    needsInvitation: z.boolean(),
    /** The question that an applicant answers, in the language of the query. */
    question: z.exactOptional(z.string()),
    /** Altcha's challenge as JSON, in base64. */
    challenge: z.exactOptional(z.string()),
  }),
})

/** Creates an invitation. 403 for members, unless the community lets them invite and they have been here long enough. */
export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations',
  status: 201,
  limits: [limits.newInvitations],
  body: z.object({
    /** Null or absent: any number. */
    uses: z.optional(
      z.nullable(
        z.int('Invalid uses').check(z.minimum(1, 'Invalid uses'), z.maximum(INVITATION_USES_MAX, 'Invalid uses')),
      ),
    ),
    expiresAt: z.optional(z.nullable(isoTime)),
    needsApproval: z.optional(z.boolean('Invalid approval')),
    label: z.optional(
      z.string('Invalid label').check(
        z.trim(),
        z.refine((text) => characters(text) <= INVITATION_LABEL_MAX, `At most ${INVITATION_LABEL_MAX} characters`),
        z.refine(isSafeLine, 'Invalid label'),
      ),
    ),
  }),
  response: Invitation,
  errorResponses: [403, 409],
})

/** Lists invitations that can still be used, newest first: all of them for moderators, own ones for members. */
export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/invitations',
  query: z.object({
    limit: z.optional(queryCount(INVITATIONS_PAGE_MAX, 'Invalid limit')),
    cursor: z.optional(z.string('Invalid cursor').check(z.maxLength(64, 'Invalid cursor'))),
  }),
  response: z.array(Invitation),
  headers: ['Link'],
})

/** Withdraws an invitation at once. Idempotent. 404 for another member's invitation. */
export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/invitations/{id}',
  params: z.object({ id: pathId('Invalid invitation ID') }),
  errorResponses: [404],
})

/** Tells a visitor whether a code admits. Unknown, used up, expired and withdrawn codes get one response. */
export const checkInvitation = endpoint({
  method: 'GET',
  path: '/api/invitations/{code}',
  access: 'public',
  priority: 'discovery',
  limits: limits.signUpChecks,
  params: z.object({ code: invitationCode }),
  response: z.object({ isValid: z.boolean(), needsApproval: z.boolean() }),
})
