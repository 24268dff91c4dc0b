import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReportCategory } from '@zing/proto/moderation/categories'
import type { DecisionReason } from '@zing/proto/moderation/decisions'

/** Words that users and moderators read for values of the contract. */
export const CATEGORY_NAMES: Record<ReportCategory, MessageDescriptor> = {
  underage: msg`Under 18`,
  threats: msg`Threats or violence`,
  sexual: msg`Sexual messages or photos nobody asked for`,
  hate: msg`Hate against a group of people`,
  harassment: msg`Insults or harassment`,
  scam: msg`Scam, spam or selling something`,
  fake: msg`Fake profile, or photos of someone else`,
  other: msg`Something else`,
}

export const REASON_NAMES: Record<DecisionReason, MessageDescriptor> = {
  ...CATEGORY_NAMES,
  'no-violation': msg`No rule was broken`,
  'not-enough-evidence': msg`There isn't enough evidence`,
  'false-report': msg`The report was false`,
  mistake: msg`The decision was a mistake`,
}
