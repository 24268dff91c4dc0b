import type { DecisionAction } from '@zing/proto/moderation/decisions'
import { exactTime } from '../../lib/text/relative-time.ts'
import type { ModerationNotification } from '../../queries/notifications.ts'

const DECISIONS: Record<DecisionAction, string> = {
  dismiss: 'A report about you was dismissed',
  warn: "You've been warned",
  'remove-photo': 'Your photo was removed',
  'remove-text': 'Text on your profile was removed',
  suspend: 'Your account was suspended',
  ban: 'Your account was closed',
  uphold: 'Your appeal was refused',
  lift: 'A decision about your account was lifted',
}

export function sanctionTitle(notification: ModerationNotification): string {
  if (notification.type === 'WARNING') return DECISIONS.warn
  const { action, until } = notification.payload
  return action === 'suspend' && until ? `${DECISIONS.suspend} until ${exactTime(until)}` : DECISIONS[action]
}
