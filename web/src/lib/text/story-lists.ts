import { INTERESTS, type Interest, PROMPTS } from '@zing/proto/profiles/profile-story'

const interests = new Map(INTERESTS.map((one) => [one.id, one]))
const prompts = new Map(PROMPTS.map(({ id, text }) => [id, text]))

/** Undefined for an interest that a newer server knows. */
export function interestOf(id: string): Interest | undefined {
  return interests.get(id)
}

/** The question of a prompt; undefined if only a newer server knows it. */
export function promptText(id: string): string | undefined {
  return prompts.get(id)
}
