import { AppError } from '@zing/kit/errors'
import { errorCodes } from '@zing/proto/error-codes'
import { findLink } from '@zing/proto/find-link'
import { errorMessages } from '@zing/proto/http/errors'
import type { PromptAnswer } from '@zing/proto/story'

interface OwnWords {
  gender?: string
  orientation?: string
  bio?: string | null
  prompts?: PromptAnswer[] | null
}

/** Rejects words about oneself that send their readers elsewhere, and names the word (SEC-150). */
export function requireNoLinks({ gender, orientation, bio, prompts }: OwnWords): void {
  refuseLink(gender, errorMessages.invalidGender)
  refuseLink(orientation, errorMessages.invalidOrientation)
  for (const text of [bio, ...(prompts ?? []).map(({ answer }) => answer)])
    refuseLink(text, errorMessages.leaveOutLinks)
}

function refuseLink(text: string | null | undefined, message: string): void {
  const word = text ? findLink(text) : null
  if (word !== null) throw new AppError(400, message, { code: errorCodes.hasLink, word })
}
