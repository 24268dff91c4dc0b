import { expect, test } from 'vitest'
import { barTitle, documentTitle } from './page-title.ts'

test.each([
  ['/feed', 'Zing', 'Feed · Zing'],
  ['/messages', 'Messages', 'Messages · Zing'],
  ['/chat/7', 'Chat', 'Chat · Zing'],
  ['/preferences', 'Profile', 'Profile · Zing'],
  ['/account', 'Account', 'Account · Zing'],
  ['/account/notifications', 'Account', 'Account · Zing'],
  ['/discovery', 'Zing', 'Who you see · Zing'],
  ['/camera', 'Camera', 'Camera · Zing'],
  ['/', 'Zing', 'Zing'],
])('%s has the bar title %s and the document title %s (2.layout.6)', (path, bar, title) => {
  expect([barTitle(path), documentTitle(path)]).toEqual([bar, title])
})

test.each(['/moderation', '/moderation/cases/7', '/moderation/audit'])('%s has a title for moderators only', (path) => {
  expect([barTitle(path, 'moderator'), documentTitle(path, 'admin')]).toEqual(['Moderation', 'Moderation · Zing'])
  expect([barTitle(path), documentTitle(path)]).toEqual(['Zing', 'Zing'])
})
