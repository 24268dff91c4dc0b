import { type ErrorFactory, errors } from '@zing/proto/errors'
import type { PromptAnswer } from '@zing/proto/profiles/story'
import { findLink } from '@zing/proto/texts/find-link'

interface OwnWords {
  gender?: string
  orientation?: string
  bio?: string | null
  prompts?: PromptAnswer[] | null
}

/** Rejects words about oneself that send their readers elsewhere, and names the word (SEC-150). */
export function requireNoLinks({ gender, orientation, bio, prompts }: OwnWords): void {
  refuseLink(gender, errors.genderHasLink)
  refuseLink(orientation, errors.orientationHasLink)
  for (const text of [bio, ...(prompts ?? []).map(({ answer }) => answer)]) refuseLink(text, errors.hasLink)
}

function refuseLink(text: string | null | undefined, refusal: ErrorFactory): void {
  const word = text ? findLink(text) : null
  if (word !== null) throw refusal({ word })
}
