import type { ReportCategory } from '@zing/proto/moderation/categories'
import type { DecisionReason } from '@zing/proto/moderation/decisions'

/** Words that users and moderators read for values of the contract. */
export const CATEGORY_NAMES: Record<ReportCategory, string> = {
  underage: 'Under 18',
  threats: 'Threats or violence',
  sexual: 'Sexual messages or photos nobody asked for',
  hate: 'Hate against a group of people',
  harassment: 'Insults or harassment',
  scam: 'Scam, spam or selling something',
  fake: 'Fake profile, or photos of someone else',
  other: 'Something else',
}

export const REASON_NAMES: Record<DecisionReason, string> = {
  ...CATEGORY_NAMES,
  'no-violation': 'No rule was broken',
  'not-enough-evidence': "There isn't enough evidence",
  'false-report': 'The report was false',
  mistake: 'The decision was a mistake',
}
