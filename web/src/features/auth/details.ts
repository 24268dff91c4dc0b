import { t } from '@lingui/core/macro'
import { applicationAnswer } from '@zing/proto/community/door'
import * as fields from '@zing/proto/fields'
import { REGISTER_AGE_MAX } from '@zing/proto/limits'
import { FoundPlace, type PlaceMode } from '@zing/proto/places/place'
import { z } from 'zod/mini'
import { requiredText, typedNumber } from '../../lib/input/form-fields.ts'

interface Asked {
  /** The community's minimum age. */
  minAge: number
  question: string | null
  asksConsent: boolean
  place: PlaceMode
}

/** Rules of the contract, with messages of the form where the specification has some. */
export function detailsRules({ minAge, question, asksConsent, place }: Asked) {
  return z.extend(DetailsRules, {
    age: typedNumber(
      z
        .int({ error: () => t`Age must be a whole number` })
        .check(
          z.minimum(minAge, { error: () => t`You must be at least ${minAge} years old` }),
          z.maximum(REGISTER_AGE_MAX, { error: () => t`Maximum age is ${REGISTER_AGE_MAX}` }),
        ),
    ),
    place: z.nullable(FoundPlace).check(
      z.refine((chosen) => chosen !== null || place !== 'required', {
        error: () => t`Please say where you are. A country is enough.`,
      }),
    ),
    application:
      question === null
        ? z.string()
        : requiredText<z.ZodMiniType<string, string>>(() => t`Please answer the question`, applicationAnswer),
    hasAccepted: z
      .boolean()
      .check(z.refine((has) => has || !asksConsent, { error: () => t`Please accept this to join` })),
  })
}

const DetailsRules = z.object({
  name: requiredText(() => t`Name is required.`, fields.name),
  gender: fields.gender,
  orientation: requiredText(() => t`Sexual orientation is required`, fields.orientation),
  username: fields.username,
  password: fields.password,
})
export type DetailsInput = z.input<ReturnType<typeof detailsRules>>
export type Details = z.output<ReturnType<typeof detailsRules>>
