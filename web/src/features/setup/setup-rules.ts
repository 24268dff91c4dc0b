import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { REGISTRATION_MODES } from '@zing/proto/community/modes'
import * as fields from '@zing/proto/fields'
import { COMMUNITY_NAME_MAX, REGISTER_AGE_MAX, REGISTER_AGE_MIN } from '@zing/proto/limits'
import { z } from 'zod/mini'
import { requiredText, typedNumber } from '../../lib/input/form-fields.ts'

/** Rules of the contract, with messages of the form. */
export const SetupRules = z.object({
  language: z.string(),
  community: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: () => t`Please give it a name` }),
      z.maxLength(COMMUNITY_NAME_MAX, { error: () => t`At most ${COMMUNITY_NAME_MAX} characters` }),
    ),
  accent: z.string(),
  mode: z.enum(REGISTRATION_MODES),
  rules: z.enum(['friendly', 'strict', 'none']),
  name: requiredText(() => t`Name is required.`, fields.name),
  age: typedNumber(
    z
      .int({ error: () => t`Age must be a whole number` })
      .check(
        z.minimum(REGISTER_AGE_MIN, { error: () => t`You must be at least ${REGISTER_AGE_MIN} years old` }),
        z.maximum(REGISTER_AGE_MAX, { error: () => t`Maximum age is ${REGISTER_AGE_MAX}` }),
      ),
  ),
  gender: fields.gender,
  orientation: requiredText(() => t`Sexual orientation is required`, fields.orientation),
  username: fields.username,
  password: fields.password,
})
export type SetupInput = z.input<typeof SetupRules>
export type SetupOutput = z.output<typeof SetupRules>

export const TEMPLATE_WORDS: Record<SetupInput['rules'], MessageDescriptor> = {
  friendly: msg`Friendly: be kind, be yourself, a no is a no, keep it private`,
  strict: msg`Strict: also no nudity, no business, and a ban at the first hate`,
  none: msg`None yet`,
}
