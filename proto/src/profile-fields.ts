import { z } from 'zod/mini'
import { BIO_MAX, INTERESTS_MAX, PROMPT_ANSWER_MAX, PROMPTS_MAX } from './limits.ts'
import { LookingFor } from './profiles/looking-for.ts'
import { characters, isSafeText, isVisible } from './texts/text.ts'

/**
 * The optional texts of a profile. An entry here is all that a further one needs: schemas, stored documents, evidence, removal by
 * moderators, the copy of a user's data, redaction in logs, the rule against links, the form and the page of a user follow.
 */
export const profileTexts = {
  /** `name` is for moderators, `label` for the form. */
  bio: { name: 'Bio', label: 'About you', max: BIO_MAX },
}
export type ProfileTextName = keyof typeof profileTexts

export const PROFILE_TEXT_NAMES = Object.keys(profileTexts).filter(isProfileText)

function isProfileText(name: string): name is ProfileTextName {
  return name in profileTexts
}

/** Returns an object with a value for each of `profileTexts`. */
export function forTexts<T>(make: (text: ProfileTextName) => T): Record<ProfileTextName, T>
export function forTexts(make: (text: ProfileTextName) => unknown) {
  return Object.fromEntries(PROFILE_TEXT_NAMES.map((text) => [text, make(text)]))
}

/** What moderators can remove from a profile: its name for them, and what stays in its place. */
export const removableTexts = {
  name: { name: 'Name', leaves: 'Name removed' },
  gender: { name: 'Gender', leaves: 'other' },
  orientation: { name: 'Orientation', leaves: 'other' },
  ...forTexts((text) => ({ name: profileTexts[text].name, leaves: null })),
  prompts: { name: 'Answers to prompts', leaves: null },
}

/** Keys of words of users in documents and logs. */
export const WORD_KEYS = ['content', ...PROFILE_TEXT_NAMES, 'answer']

/** The answer to one of PROMPTS; a client skips prompts that it does not know. */
export const PromptAnswer = z.object({ promptId: z.string(), answer: z.string() })
export type PromptAnswer = z.infer<typeof PromptAnswer>

/** What users write and choose about themselves; `null` and empty lists where they have not. */
export const writtenFields = {
  ...forTexts(() => z.nullable(z.string())),
  prompts: z.array(PromptAnswer),
  /** Ids of INTERESTS; a client skips those that it does not know. */
  interests: z.array(z.string()),
  lookingFor: z.nullable(LookingFor),
}
export type WrittenField = keyof typeof writtenFields
export type Written = { [Field in WrittenField]: z.infer<(typeof writtenFields)[Field]> }

export const WRITTEN_FIELDS = Object.keys(writtenFields).filter(isWrittenField)

function isWrittenField(name: string): name is WrittenField {
  return name in writtenFields
}

/** Returns these fields of an object in which some may be missing or null. */
export function writtenOf(stored: { [Field in WrittenField]?: Written[Field] | null | undefined }): Written {
  return {
    ...forTexts((text) => stored[text] ?? null),
    prompts: stored.prompts ?? [],
    interests: stored.interests ?? [],
    lookingFor: stored.lookingFor ?? null,
  }
}

/** Words about oneself, of several lines, with one blank line at a time. Auth refuses links: the client need not load their rule. */
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

/** Ids of the lists in `profile-story.ts`, which auth checks: the client need not load them for this. */
function listId(message: string) {
  return z.string(message).check(z.regex(/^[a-z0-9-]{1,40}$/, message))
}

export const prompt = z.object({
  promptId: listId('Invalid prompt'),
  answer: ownWords(PROMPT_ANSWER_MAX, 'Your answer cannot exceed 160 characters'),
})

const prompts = z.array(prompt, 'Invalid prompts').check(
  z.maxLength(PROMPTS_MAX, 'Please choose at most 3 prompts'),
  z.refine((answers) => isDistinct(answers.map(({ promptId }) => promptId)), 'Please choose different prompts'),
)

const interests = z
  .array(listId('Invalid interest'), 'Invalid interests')
  .check(
    z.maxLength(INTERESTS_MAX, 'Please choose at most 8 interests'),
    z.refine(isDistinct, 'Please choose different interests'),
  )

function isDistinct(ids: string[]): boolean {
  return new Set(ids).size === ids.length
}

/** `writtenFields` in a change; null removes what there is. */
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
