import { errors } from '@zing/proto/errors'
import type { PromptAnswer } from '@zing/proto/profile-fields'
import { isInterestId, isPromptId } from '@zing/proto/profiles/profile-story'

/** Rejects ids that are not on the lists. A profile keeps its ids when a later version drops them from a list. */
export function requireListed({
  prompts,
  interests,
}: {
  prompts?: PromptAnswer[] | null
  interests?: string[] | null
}): void {
  if (prompts?.some(({ promptId }) => !isPromptId(promptId))) throw errors.unknownPrompt()
  if (interests?.some((id) => !isInterestId(id))) throw errors.unknownInterest()
}
