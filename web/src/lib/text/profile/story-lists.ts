import { msg, t } from '@lingui/core/macro'
import type { LookingFor } from '@zing/proto/profiles/looking-for'
import { INTERESTS, type Interest, LOOKING_FOR_LABELS, PROMPTS } from '@zing/proto/profiles/profile-story'
import { say } from '../../language/say.ts'

const interests = new Map(INTERESTS.map((one) => [one.id, one]))
const prompts = new Map(PROMPTS.map(({ id, text }) => [id, text]))

/** Undefined for an interest that a newer server knows. */
export function interestOf(id: string): Interest | undefined {
  const interest = interests.get(id)
  return interest && { ...interest, label: say(`interest.${id}`, interest.label) }
}

/** The question of a prompt; undefined if only a newer server knows it. */
export function promptText(id: string): string | undefined {
  const text = prompts.get(id)
  return text && say(`prompt.${id}`, text)
}

export function lookingForText(one: LookingFor): string {
  return say(`looking-for.${one}`, LOOKING_FOR_LABELS[one])
}

const SENTENCES = {
  relationship: msg`Looking for: a relationship`,
  dates: msg`Looking for: dates`,
  friends: msg`Looking for: new friends`,
  unsure: msg`Looking for: not sure yet`,
}

/** The same on a profile. */
export function lookingForSentence(one: LookingFor): string {
  return t(SENTENCES[one])
}
