import { expect, test } from 'vitest'
import { Notification } from './notifications.ts'

test('a notification is about a user, or of the moderators with their reason (3.types, 5.notification.2, 5.notification.3)', () => {
  const createdAt = '2026-01-01T00:00:00.000Z'
  const notification = {
    id: 1,
    payload: { userId: 2, name: 'Ben', selfie: null },
    createdAt,
    readAt: null,
  }
  const types = ['LIKE', 'MATCH', 'MESSAGE', 'BLOCK', 'like', 'GIFT']
  expect(types.filter((type) => Notification.safeParse({ ...notification, type }).success)).toEqual(types.slice(0, 4))
  expect(Notification.safeParse({ ...notification, type: 'LIKE', payload: 'Ben' }).success).toBe(false)
  const warning = { ...notification, type: 'WARNING', payload: { reason: 'hate', text: null } }
  expect(Notification.parse(warning)).toEqual(warning)
  const decision = {
    ...warning,
    type: 'DECISION',
    payload: { ...warning.payload, action: 'suspend', until: createdAt },
  }
  expect(Notification.parse(decision)).toEqual(decision)
  expect(Notification.safeParse({ ...warning, type: 'DECISION' }).success).toBe(false)
})
