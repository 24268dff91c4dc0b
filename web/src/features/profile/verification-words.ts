import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { OwnVerification } from '@zing/proto/moderation/verification'

const WORDS: Record<OwnVerification['state'], MessageDescriptor> = {
  started: msg`Get verified`,
  waiting: msg`Verification: waiting for a moderator`,
  verified: msg`You're verified`,
  refused: msg`Verification: please try again`,
  outdated: msg`Verification: your first photo is new`,
}

/** The row of the profile that leads to the verification. */
export function verificationRowText(verification: OwnVerification | undefined): string {
  return t(WORDS[verification?.state ?? 'started'])
}
