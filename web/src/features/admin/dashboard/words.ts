import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Gender } from '@zing/proto/profiles/discovery'

const PLURALS: Record<Gender, MessageDescriptor> = {
  male: msg`Men`,
  female: msg`Women`,
  'non-binary': msg`Non-binary people`,
  other: msg`People of other genders`,
}

export function genderPlural(gender: Gender): string {
  return t(PLURALS[gender])
}
