import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { AuditDetail } from '@zing/proto/moderation/audit-log'
import { roleText } from '../../lib/text/choices.ts'
import { listText } from '../../lib/text/list-text.ts'
import { REASON_NAMES } from '../../lib/text/moderation-words.ts'
import { ACTION_NAMES, BAN_SIGN_NAMES, CASE_CATEGORY_NAMES, daysText } from './words.ts'

const LABELS: Record<AuditDetail, MessageDescriptor> = {
  action: msg`Decision`,
  branchOf: msg`Invited through`,
  category: msg`Kind of report`,
  changed: msg`Changed`,
  claimedBy: msg`Taken from`,
  days: msg`Length`,
  decisionId: msg`Number of the decision`,
  evidence: msg`Evidence`,
  from: msg`Before`,
  leftOut: msg`Left out, because they have a role`,
  messageIds: msg`Messages`,
  reason: msg`Reason`,
  reporterId: msg`Reported by`,
  reportId: msg`Number of the report`,
  sign: msg`What resembles it`,
  to: msg`After`,
  users: msg`People`,
  version: msg`Version`,
}

/** Roles, and where applications stand, that `roleText` does not know. */
const STANDINGS: Record<string, MessageDescriptor> = {
  member: msg`Member`,
  pending: msg({ message: 'Waiting', context: 'applications' }),
  refused: msg({ message: 'Refused', context: 'applications' }),
}

const user = (id: string) => t`Member ${id}`
const standing = (value: string) => (STANDINGS[value] ? t(STANDINGS[value]) : roleText(value))

const VALUES: Partial<Record<AuditDetail, (value: string, settingName: SettingName) => string>> = {
  action: (value) => named(ACTION_NAMES, value),
  branchOf: user,
  category: (value) => named(CASE_CATEGORY_NAMES, value),
  changed: (value, settingName) => listText([...new Set(value.split(', ').map(settingName))]),
  claimedBy: user,
  days: (value) => daysText(Number(value)),
  from: standing,
  messageIds: (value) => listText(value.split(',')),
  reason: (value) => named(REASON_NAMES, value),
  reporterId: user,
  sign: (value) => named(BAN_SIGN_NAMES, value),
  to: standing,
}

/** The label of the setting at a path. */
export type SettingName = (path: string) => string

/** A detail in words. The log is older than some of its readers: what no list knows is shown as it is stored. */
export function detailInWords(name: string, value: string, settingName: SettingName): { label: string; text: string } {
  const known = Object.hasOwn(LABELS, name) ? (name as AuditDetail) : null
  if (!known) return { label: name, text: value }
  return { label: t(LABELS[known]), text: VALUES[known]?.(value, settingName) ?? value }
}

function named(names: Record<string, MessageDescriptor>, value: string): string {
  return names[value] ? t(names[value]) : value
}
