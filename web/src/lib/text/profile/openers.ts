import { t } from '@lingui/core/macro'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { Story } from '@zing/proto/profiles/story'
import { sharedFirst } from './story.ts'
import { interestOf, promptText } from './story-lists.ts'

const OPENERS_MAX = 3
const forEveryMatch = () => [t`How's your week going?`, t`Coffee or tea?`]

/** First messages to choose from: about shared interests, about an answer of the other user, and simple ones. */
export function openersFor(
  name: string,
  partner: Pick<Story, 'interests' | 'prompts'> | undefined,
  own: readonly string[],
): string[] {
  const { interests, prompts } = partner ?? { interests: [], prompts: [] }
  const shared = sharedFirst(interests, own).find(({ isShared }) => isShared)
  const interest = shared && interestOf(shared.id)
  const question = prompts.map(({ promptId }) => promptText(promptId)).find((text) => text !== undefined)
  const openers = [
    interest && t`${interest.emoji} ${interest.label}, me too! What got you into it?`,
    question && t`I like your answer to "${question}". Tell me more!`,
    t`👋 Hi ${plainNameOf(name)}!`,
    ...forEveryMatch(),
  ]
  return openers.filter((text) => typeof text === 'string').slice(0, OPENERS_MAX)
}
