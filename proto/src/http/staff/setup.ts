import { z } from 'zod/mini'
import type { RuleTemplate } from '../../community/rule-templates.ts'
import { RegistrationMode } from '../../community/settings.ts'
import { endpoint } from '../../endpoint.ts'
import * as fields from '../../fields.ts'
import { User } from '../../profiles/users.ts'
import * as limits from '../../rate-limits.ts'

/** Names of `ruleTemplates`. */
const TEMPLATES = ['friendly', 'strict', 'none'] as const satisfies RuleTemplate[]

const token = z.string('Invalid token').check(z.maxLength(200, 'Invalid token'))

/** Says whether the one-time link of the log can be used: 404 with `SETUP_OVER` as in `setUp`. Uses nothing up. */
export const checkSetup = endpoint({
  method: 'POST',
  path: '/api/setup/checks',
  access: 'public',
  limits: [limits.setups],
  body: z.object({ token }),
  errorResponses: [404],
})

/**
 * Sets a new community up with the one-time link of the log, and signs its keeper in as an admin. A wrong token, a used
 * one, and an existing admin are one response: 404 with `SETUP_OVER`. A mistake in the form (400) uses nothing up.
 */
export const setUp = endpoint({
  method: 'POST',
  path: '/api/setup',
  access: 'public',
  status: 201,
  lane: 'registration',
  opensSession: true,
  limits: [limits.setups],
  body: z.object({
    token,
    language: z.optional(z.string('Invalid language')),
    name: z.optional(z.string('Invalid name')),
    accent: z.optional(z.string('Invalid colour')),
    mode: z.optional(RegistrationMode),
    /** A template, or rules as in the settings. */
    rules: z.optional(z.union([z.enum(TEMPLATES), z.array(z.unknown())], 'Invalid rules')),
    account: z.object(fields.newAccount),
  }),
  response: User,
  headers: ['Set-Cookie'],
  errorResponses: [404, 409],
})
