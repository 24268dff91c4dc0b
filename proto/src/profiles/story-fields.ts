import { z } from 'zod/mini'
import { BIO_MAX, INTERESTS_MAX, PROMPT_ANSWER_MAX, PROMPTS_MAX } from '../limits.ts'
import { characters, isSafeText, isVisible } from '../texts/text.ts'

/** Words about oneself, of several lines, with one blank line at a time. Auth refuses links: the client need not load their rule. */
function storyText(max: number, tooLong: string) {
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

export const bio = z.nullable(storyText(BIO_MAX, `Your bio cannot exceed ${BIO_MAX} characters`))

/** Ids of the lists in `profile-story.ts`, which auth checks: the client need not load them for this. */
function listId(message: string) {
  return z.string(message).check(z.regex(/^[a-z0-9-]{1,40}$/, message))
}

export const prompt = z.object({
  promptId: listId('Invalid prompt'),
  answer: storyText(PROMPT_ANSWER_MAX, `Your answer cannot exceed ${PROMPT_ANSWER_MAX} characters`),
})

export const prompts = z.nullable(
  z.array(prompt, 'Invalid prompts').check(
    z.maxLength(PROMPTS_MAX, `Please choose at most ${PROMPTS_MAX} prompts`),
    z.refine((answers) => isDistinct(answers.map(({ promptId }) => promptId)), 'Please choose different prompts'),
  ),
)

export const interests = z.nullable(
  z
    .array(listId('Invalid interest'), 'Invalid interests')
    .check(
      z.maxLength(INTERESTS_MAX, `Please choose at most ${INTERESTS_MAX} interests`),
      z.refine(isDistinct, 'Please choose different interests'),
    ),
)

function isDistinct(ids: string[]): boolean {
  return new Set(ids).size === ids.length
}
