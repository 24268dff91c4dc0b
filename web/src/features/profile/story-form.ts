import * as fields from '@zing/proto/fields'
import { PROMPTS_MAX } from '@zing/proto/limits'
import { LOOKING_FOR, type LookingFor } from '@zing/proto/profiles/looking-for'
import type { PromptAnswer } from '@zing/proto/profiles/story'
import * as story from '@zing/proto/profiles/story-fields'
import type { User } from '@zing/proto/profiles/users'
import { z } from 'zod/mini'
import { textOrNull, typedNumber } from '../../lib/input/form-fields.ts'
import { EDIT_AGE_DEFAULT } from '../../lib/limits.ts'
import { type Story, storyOf } from '../../lib/text/story.ts'
import type { EditDraft } from './edit-draft.ts'

/** Form value for no answer, which the contract stores as null. */
export const NOT_SAID = 'none'

function isAnswered({ answer }: PromptAnswer): boolean {
  return answer.trim() !== ''
}

/** Reports errors at the field itself: the sent list has no empty rows, so positions differ. */
function checkPrompt({ value, issues }: z.core.ParsePayload<PromptAnswer>): void {
  if (!isAnswered(value)) return
  for (const { path, message } of story.prompt.safeParse(value).error?.issues ?? []) {
    const text = path[0] === 'promptId' ? 'Please choose a question' : message
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
  bio: textOrNull(story.bio),
  prompts: z.pipe(
    z.array(z.object({ promptId: z.string(), answer: z.string() }).check(checkPrompt)),
    z.pipe(
      z.transform((rows: PromptAnswer[]) => orNull(rows.filter(isAnswered))),
      story.prompts,
    ),
  ),
  interests: z.pipe(
    z.array(z.string()),
    z.pipe(
      z.transform((ids: string[]) => orNull(ids)),
      story.interests,
    ),
  ),
  lookingFor: z.pipe(z.string(), z.transform(lookingForOf)),
})
export type Edited = z.output<typeof EditForm>

export function formValues(user: User): EditDraft {
  const { name, age, gender, orientation } = user
  const { bio, prompts, interests, lookingFor } = storyOf(user)
  const free = Array.from({ length: PROMPTS_MAX - prompts.length }, () => ({ promptId: '', answer: '' }))
  return {
    name,
    age: String(age || EDIT_AGE_DEFAULT),
    gender,
    orientation,
    bio: bio ?? '',
    prompts: [...prompts, ...free],
    interests: [...interests],
    lookingFor: lookingFor ?? NOT_SAID,
  }
}

/** The profile as others would see it after a save of the form. */
export function previewOf(user: User, { age, bio, prompts, lookingFor, ...more }: EditDraft): User {
  return {
    ...user,
    ...more,
    age: Number(age),
    bio: bio.trim() || null,
    prompts: prompts.filter(isAnswered),
    lookingFor: lookingForOf(lookingFor),
  }
}

/** The body of the call: details, and the parts of the story that have changed. */
export function changesOf(user: Partial<Story>, { bio, prompts, interests, lookingFor, ...details }: Edited) {
  const before = storyOf(user)
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  return {
    ...details,
    ...(bio !== before.bio && { bio }),
    ...(!isSame(prompts ?? [], before.prompts) && { prompts }),
    ...(!isSame(interests ?? [], before.interests) && { interests }),
    ...(lookingFor !== before.lookingFor && { lookingFor }),
  }
}

function lookingForOf(choice: string): LookingFor | null {
  return LOOKING_FOR.find((one) => one === choice) ?? null
}
