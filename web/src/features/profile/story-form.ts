import { t } from '@lingui/core/macro'
import * as fields from '@zing/proto/fields'
import { PROMPTS_MAX } from '@zing/proto/limits'
import {
  editedFields,
  forTexts,
  type PromptAnswer,
  prompt,
  WRITTEN_FIELDS,
  type Written,
  type WrittenField,
  writtenOf,
} from '@zing/proto/profile-fields'
import { firstNameOf } from '@zing/proto/profiles/first-name'
import { LOOKING_FOR, type LookingFor } from '@zing/proto/profiles/looking-for'
import type { PublicProfile, User } from '@zing/proto/profiles/users'
import { z } from 'zod/mini'
import { textOrNull, typedNumber } from '../../lib/input/form-fields.ts'
import { EDIT_AGE_DEFAULT } from '../../lib/limits.ts'
import { ownCardPlace } from '../../lib/text/place-text.ts'
import type { EditDraft } from './edit-draft.ts'

/** Form value for no answer, which the contract stores as null. */
export const NOT_SAID = 'none'

function isAnswered({ answer }: PromptAnswer): boolean {
  return answer.trim() !== ''
}

/** Reports errors at the field itself: the sent list has no empty rows, so positions differ. */
function checkPrompt({ value, issues }: z.core.ParsePayload<PromptAnswer>): void {
  if (!isAnswered(value)) return
  for (const { path, message } of prompt.safeParse(value).error?.issues ?? []) {
    const text = path[0] === 'promptId' ? t`Please choose a question` : message
    issues.push({ code: 'custom', path, message: text, input: value })
  }
}

/** Widens the type to the input of rules that also take null. */
function orNull<T>(list: T[]): T[] | null {
  return list
}

export const EditForm = z.object({
  name: fields.editName,
  age: typedNumber(fields.editAge),
  gender: fields.editGender,
  orientation: fields.editOrientation,
  showOrientation: z.boolean(),
  ...forTexts((text) => textOrNull(editedFields[text])),
  prompts: z.pipe(
    z.array(z.object({ promptId: z.string(), answer: z.string() }).check(checkPrompt)),
    z.pipe(
      z.transform((rows: PromptAnswer[]) => orNull(rows.filter(isAnswered))),
      editedFields.prompts,
    ),
  ),
  interests: z.pipe(
    z.array(z.string()),
    z.pipe(
      z.transform((ids: string[]) => orNull(ids)),
      editedFields.interests,
    ),
  ),
  lookingFor: z.pipe(z.string(), z.transform(lookingForOf)),
})
export type Edited = z.output<typeof EditForm>

export function formValues(user: User): EditDraft {
  const { name, age, gender, orientation, showOrientation = true, prompts, interests, lookingFor } = user
  const free = Array.from({ length: PROMPTS_MAX - prompts.length }, () => ({ promptId: '', answer: '' }))
  return {
    name,
    age: String(age || EDIT_AGE_DEFAULT),
    gender,
    orientation,
    showOrientation,
    ...forTexts((text) => user[text] ?? ''),
    prompts: [...prompts, ...free],
    interests: [...interests],
    lookingFor: lookingFor ?? NOT_SAID,
  }
}

type Preview = Omit<User, 'place' | 'trip'> & Pick<PublicProfile, 'place' | 'placeKind' | 'visiting'>

/** The profile as others would see it after a save of the form. */
export function previewOf(user: User, { age, showOrientation, prompts, lookingFor, ...more }: EditDraft): Preview {
  const { place: _place, trip: _trip, ...shown } = user
  return {
    ...shown,
    ...more,
    ...ownCardPlace(user),
    name: firstNameOf(more.name),
    orientation: showOrientation ? more.orientation : '',
    age: Number(age),
    ...forTexts((text) => more[text].trim() || null),
    prompts: prompts.filter(isAnswered),
    lookingFor: lookingForOf(lookingFor),
  }
}

type Sparse = WrittenField | 'showOrientation'
type Changes = Omit<Edited, Sparse> & Partial<Pick<Edited, Sparse>>

/** The body of the call: details, and the choices and parts of the story that have changed. */
export function changesOf(before: Written & Pick<User, 'showOrientation'>, edited: Edited): Changes {
  const after = writtenOf(edited)
  const changes: Changes = { ...edited }
  if (edited.showOrientation === (before.showOrientation ?? true)) delete changes.showOrientation
  for (const field of WRITTEN_FIELDS)
    if (JSON.stringify(after[field]) === JSON.stringify(before[field])) delete changes[field]
  return changes
}

function lookingForOf(choice: string): LookingFor | null {
  return LOOKING_FOR.find((one) => one === choice) ?? null
}
