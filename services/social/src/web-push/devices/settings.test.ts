import type { NotificationSettings } from '@zing/proto/web-push'
import { expect, test } from 'vitest'
import { settingsOf, wishOf } from './settings.ts'

const noon = new Date('2026-01-10T12:00:00Z')
const settings: NotificationSettings = settingsOf(null)

test('a user who has chosen nothing is notified of everything, without names', () => {
  expect(settings).toEqual({ likes: true, matches: true, messages: true, names: false, quietHours: null })
  expect((['LIKE', 'MATCH', 'MESSAGE'] as const).map((type) => wishOf(settings, type, noon))).toEqual([
    'show',
    'show',
    'show',
  ])
})

test('each type can be turned off, also for the badge', () => {
  const quietHours = { from: '00:00', to: '23:59', timeZone: 'UTC' }
  expect(wishOf({ ...settings, likes: false }, 'LIKE', noon)).toBe('nothing')
  expect(wishOf({ ...settings, likes: false }, 'MATCH', noon)).toBe('show')
  expect(wishOf({ ...settings, matches: false }, 'MATCH', noon)).toBe('nothing')
  expect(wishOf({ ...settings, messages: false, quietHours }, 'MESSAGE', noon)).toBe('nothing')
})

test('in quiet hours only the badge changes', () => {
  const quietHours = { from: '11:00', to: '13:00', timeZone: 'UTC' }
  expect(wishOf({ ...settings, quietHours }, 'MESSAGE', noon)).toBe('badge')
  expect(wishOf({ ...settings, quietHours }, 'MESSAGE', new Date('2026-01-10T13:00:00Z'))).toBe('show')
})
