import { applicationAnswer } from '@zing/proto/community/door'
import * as fields from '@zing/proto/fields'
import { REGISTER_AGE_MAX, REGISTER_AGE_MIN } from '@zing/proto/limits'
import { z } from 'zod/mini'
import { requiredText, typedNumber } from '../../lib/input/form-fields.ts'

interface Asked {
  question: string | null
  asksConsent: boolean
}

/** Rules of the contract, with messages of the form where the specification has some. */
export function detailsRules({ question, asksConsent }: Asked) {
  return z.extend(DetailsRules, {
    application:
      question === null
        ? z.string()
        : requiredText<z.ZodMiniType<string, string>>('Please answer the question', applicationAnswer),
    hasAccepted: z.boolean().check(z.refine((has) => has || !asksConsent, 'Please accept this to join')),
  })
}

const DetailsRules = z.object({
  name: requiredText('Name is required.', fields.name),
  age: typedNumber(
    z
      .int('Age must be a whole number')
      .check(
        z.minimum(REGISTER_AGE_MIN, `You must be at least ${REGISTER_AGE_MIN} years old`),
        z.maximum(REGISTER_AGE_MAX, `Maximum age is ${REGISTER_AGE_MAX}`),
      ),
  ),
  gender: fields.gender,
  orientation: requiredText('Sexual orientation is required', fields.orientation),
  username: fields.username,
  password: fields.password,
})
export type DetailsInput = z.input<ReturnType<typeof detailsRules>>
export type Details = z.output<ReturnType<typeof detailsRules>>
