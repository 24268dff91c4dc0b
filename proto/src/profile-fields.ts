import { z } from 'zod/mini'
import { keysOf } from './keys-of.ts'
import { BIO_MAX, INTERESTS_MAX, PROMPT_ANSWER_MAX, PROMPTS_MAX } from './limits.ts'
import { LookingFor } from './profiles/looking-for.ts'
import { characters, isSafeText, isVisible } from './texts/text.ts'

/**
 * The optional texts of a profile. Schemas, stored documents, evidence, removal by moderators, export, log redaction,
 * link checks and forms derive from them.
 */
export const profileTexts = {
  /** `name` is for moderators, `label` for the form. */
  bio: { name: 'Bio', label: 'About you', max: BIO_MAX },
}
export type ProfileTextName = keyof typeof profileTexts

export const PROFILE_TEXT_NAMES = keysOf(profileTexts)

/** Returns an object with a value for each of `profileTexts`. */
export function forTexts<T>(make: (text: ProfileTextName) => T): Record<ProfileTextName, T>
export function forTexts(make: (text: ProfileTextName) => unknown) {
  return Object.fromEntries(PROFILE_TEXT_NAMES.map((text) => [text, make(text)]))
}

/** The parts of a profile that moderators can remove: a name for moderators, and the value that remains. */
export const removableTexts = {
  name: { name: 'Name', leaves: 'Name removed' },
  gender: { name: 'Gender', leaves: 'other' },
  orientation: { name: 'Orientation', leaves: 'other' },
  ...forTexts((text) => ({ name: profileTexts[text].name, leaves: null })),
  prompts: { name: 'Answers to prompts', leaves: null },
}

/** Keys under which documents and logs hold words of users. */
export const WORD_KEYS = ['content', ...PROFILE_TEXT_NAMES, 'answer']

/** The answer to one of PROMPTS. Clients skip unknown prompts. */
export const PromptAnswer = z.object({ promptId: z.string(), answer: z.string() })
export type PromptAnswer = z.infer<typeof PromptAnswer>

/** The fields that users write and choose about themselves. Missing ones are `null` or empty lists. */
export const writtenFields = {
  ...forTexts(() => z.nullable(z.string())),
  prompts: z.array(PromptAnswer),
  /** Ids of INTERESTS. Clients skip unknown ids. */
  interests: z.array(z.string()),
  lookingFor: z.nullable(LookingFor),
}
export type WrittenField = keyof typeof writtenFields
export type Written = { [Field in WrittenField]: z.infer<(typeof writtenFields)[Field]> }

export const WRITTEN_FIELDS = keysOf(writtenFields)

/** Returns these fields of an object, which may lack some or hold null. */
export function writtenOf(stored: { [Field in WrittenField]?: Written[Field] | null | undefined }): Written {
  return {
    ...forTexts((text) => stored[text] ?? null),
    prompts: stored.prompts ?? [],
    interests: stored.interests ?? [],
    lookingFor: stored.lookingFor ?? null,
  }
}

/**
 * Text of several lines about oneself, without consecutive blank lines. Auth refuses links, so that the client need not
 * load that rule.
 */
function ownWords(max: number, tooLong: string) {
  return z.string('Please write something').check(
    z.trim(),
    z.normalize('NFC'),
    z.overwrite((text) => text.replace(/\r\n?/g, '\n').replace(/\n\s*\n/g, '\n\n')),
    z.refine(isVisible, 'Please write something'),
    z.refine((text) => characters(text) <= max, tooLong),
    z.refine(isSafeText, 'This text contains invalid characters'),
    z.meta({ minLength: 1, maxLength: max }),
  )
}

/** An id of a list in `profile-story.ts`. Auth checks it, so that the client need not load the lists. */
function listId(message: string) {
  return z.string(message).check(z.regex(/^[a-z0-9-]{1,40}$/, message))
}

export const prompt = z.object({
  promptId: listId('Invalid prompt'),
  answer: ownWords(PROMPT_ANSWER_MAX, `Your answer cannot exceed ${PROMPT_ANSWER_MAX} characters`),
})

const prompts = z.array(prompt, 'Invalid prompts').check(
  z.maxLength(PROMPTS_MAX, `Please choose at most ${PROMPTS_MAX} prompts`),
  z.refine((answers) => isDistinct(answers.map(({ promptId }) => promptId)), 'Please choose different prompts'),
)

const interests = z
  .array(listId('Invalid interest'), 'Invalid interests')
  .check(
    z.maxLength(INTERESTS_MAX, `Please choose at most ${INTERESTS_MAX} interests`),
    z.refine(isDistinct, 'Please choose different interests'),
  )

function isDistinct(ids: string[]): boolean {
  return new Set(ids).size === ids.length
}

/** `writtenFields` in a change; null removes the stored value. */
export const editedFields = {
  ...forTexts((text) => z.nullable(textRule(text))),
  prompts: z.nullable(prompts),
  interests: z.nullable(interests),
  lookingFor: z.nullable(LookingFor),
} satisfies Record<WrittenField, z.ZodMiniType>

function textRule(text: ProfileTextName) {
  const { name, max } = profileTexts[text]
  return ownWords(max, `Your ${name.toLowerCase()} cannot exceed ${max} characters`)
}
