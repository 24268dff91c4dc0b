import { type ErrorFactory, errors } from '@zing/proto/errors'
import { PROFILE_TEXT_NAMES, type ProfileTextName, type PromptAnswer } from '@zing/proto/profile-fields'
import { findLink } from '@zing/proto/texts/find-link'

interface OwnWords extends Partial<Record<ProfileTextName, string | null>> {
  gender?: string
  orientation?: string
  prompts?: PromptAnswer[] | null
}

/** Rejects texts of the user that send readers elsewhere, and names the offending word (SEC-150). */
export function requireNoLinks({ gender, orientation, prompts, ...texts }: OwnWords): void {
  refuseLink(gender, errors.genderHasLink)
  refuseLink(orientation, errors.orientationHasLink)
  for (const text of [...PROFILE_TEXT_NAMES.map((text) => texts[text]), ...(prompts ?? []).map(({ answer }) => answer)])
    refuseLink(text, errors.hasLink)
}

function refuseLink(text: string | null | undefined, refusal: ErrorFactory): void {
  const word = text ? findLink(text) : null
  if (word !== null) throw refusal({ word })
}
