import type { NotificationSettings, PushType } from '@zing/proto/web-push'
import type { NotificationSettingsDocument } from '../../models/notification-settings.ts'
import { isQuiet } from './quiet-hours.ts'

/** The settings of a user who has chosen nothing. A name appears on the lock screen only for users who asked for it. */
const DEFAULTS: NotificationSettings = { likes: true, matches: true, messages: true, names: false, quietHours: null }

const SETTING_OF = { LIKE: 'likes', MATCH: 'matches', MESSAGE: 'messages' } as const satisfies Record<
  PushType,
  keyof NotificationSettings
>

export function settingsOf(stored: NotificationSettingsDocument | null): NotificationSettings {
  if (!stored) return DEFAULTS
  const { likes, matches, messages, names, quietHours } = stored
  return { likes, matches, messages, names, quietHours: quietHoursOf(quietHours) }
}

function quietHoursOf(stored: NotificationSettingsDocument['quietHours']): NotificationSettings['quietHours'] {
  const { from, to, timeZone } = stored ?? {}
  return from && to && timeZone ? { from, to, timeZone } : null
}

/** Says whether a user wants to see a notification at this time, only the badge, or nothing. */
export function wishOf(settings: NotificationSettings, type: PushType, at: Date): 'show' | 'badge' | 'nothing' {
  if (!settings[SETTING_OF[type]]) return 'nothing'
  return isQuiet(settings.quietHours, at) ? 'badge' : 'show'
}
