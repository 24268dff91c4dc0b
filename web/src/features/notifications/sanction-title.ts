import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { DecisionAction } from '@zing/proto/moderation/decisions'
import { exactTime } from '../../lib/text/relative-time.ts'
import type { ModerationNotification } from '../../queries/notifications.ts'

const DECISIONS: Record<DecisionAction, MessageDescriptor> = {
  dismiss: msg`A report about you was dismissed`,
  warn: msg`You've been warned`,
  'remove-photo': msg`Your photo was removed`,
  'remove-text': msg`Text on your profile was removed`,
  suspend: msg`Your account was suspended`,
  ban: msg`Your account was closed`,
  uphold: msg`Your appeal was refused`,
  lift: msg`A decision about your account was lifted`,
}

export function sanctionTitle(notification: ModerationNotification): string {
  if (notification.type === 'WARNING') return t(DECISIONS.warn)
  const { action, until } = notification.payload
  return action === 'suspend' && until ? t`Your account was suspended until ${exactTime(until)}` : t(DECISIONS[action])
}
