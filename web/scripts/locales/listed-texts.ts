import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { DEFAULT_QUESTION } from '@zing/proto/community/modes'
import { errors } from '@zing/proto/errors'
import { GENDERS, MORE_GENDERS, ORIENTATIONS } from '@zing/proto/product'
import { profileTexts, removableTexts } from '@zing/proto/profile-fields'
import { INTERESTS, LOOKING_FOR_LABELS, PROMPTS } from '@zing/proto/profiles/profile-story'
import { serverTexts } from '@zing/proto/texts/server-texts'
import { ruleTexts } from './rule-texts.ts'
import type { Text } from './text.ts'

/** Returns the texts that proto has: errors, rules and lists. The client and the services say them by `context`. */
export async function listedTexts(): Promise<Map<string, Text>> {
  const texts = new Map<string, Text>()
  const add = (context: string, message: string, origin: string, comment?: string) =>
    texts.set(generateMessageId(message, context), {
      message,
      context,
      origins: [`proto/src/${origin}`],
      comments: comment ? [comment] : [],
    })
  for (const { id, template } of Object.values(errors)) add(id, template, 'errors.ts')
  for (const rule of await ruleTexts()) add(`rule.${rule}`, rule, 'fields.ts')
  for (const gender of [...GENDERS, ...MORE_GENDERS]) add(`gender.${gender}`, gender, 'product.ts')
  for (const orientation of ORIENTATIONS) add(`orientation.${orientation}`, orientation, 'product.ts')
  for (const { id, label } of INTERESTS) add(`interest.${id}`, label, 'profiles/profile-story.ts')
  for (const { id, text } of PROMPTS) add(`prompt.${id}`, text, 'profiles/profile-story.ts', 'A user finishes it')
  for (const [id, label] of Object.entries(LOOKING_FOR_LABELS))
    add(`looking-for.${id}`, label, 'profiles/profile-story.ts')
  for (const [part, { name }] of Object.entries(removableTexts)) add(`profile-part.${part}`, name, 'profile-fields.ts')
  for (const [text, { label }] of Object.entries(profileTexts)) add(`profile-text.${text}`, label, 'profile-fields.ts')
  for (const role of ['moderator', 'admin']) add(`role.${role}`, role, 'accounts/roles.ts')
  add('question.default', DEFAULT_QUESTION, 'community/modes.ts')
  for (const [id, message] of Object.entries(serverTexts)) add(id, message, 'texts/server-texts.ts')
  return texts
}
