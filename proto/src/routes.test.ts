import { expect, test } from 'vitest'
import { expressPath, pathOf } from './endpoint.ts'
import { getSelfie, registerUser, updateUser } from './http/auth.ts'
import { blockUser, getUnread, listMessages, sendMessage } from './http/chat.ts'
import { uploadMedia } from './http/media.ts'
import { addPhoto } from './http/photos.ts'
import { likeUser, listUsers } from './http/social.ts'
import { verifyPin } from './http/staff/admin.ts'
import { decideCase } from './http/staff/moderation.ts'
import { putLogo } from './http/staff/settings.ts'
import { addFrame } from './http/verification.ts'
import { endpointsOf } from './routes.ts'

const all = Object.values(endpointsOf).flat()

test('every endpoint of the specification is declared exactly once (7.all)', () => {
  const endpoints = all.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(endpoints).size).toBe(endpoints.length)
  expect(endpoints.toSorted()).toEqual(
    [
      'GET /api/user',
      'POST /api/login',
      'POST /api/register',
      'POST /api/logout',
      'PATCH /api/user',
      'GET /api/check-username',
      'GET /api/selfies/{userId}/{version}',
      'POST /api/account/password',
      'GET /api/account/sessions',
      'DELETE /api/account/sessions/{id}',
      'DELETE /api/account/sessions',
      'POST /api/account/confirm',
      'GET /api/account/recovery-codes',
      'POST /api/account/recovery-codes',
      'POST /api/recover',
      'DELETE /api/account',
      'PATCH /api/account',
      'GET /api/account/passkeys',
      'POST /api/account/passkeys/options',
      'POST /api/account/passkeys',
      'DELETE /api/account/passkeys/{id}',
      'POST /api/account/confirm/passkey/options',
      'POST /api/account/confirm/passkey',
      'POST /api/login/passkey/options',
      'POST /api/login/passkey',
      'POST /api/account/export',
      'GET /api/account/export/{token}',
      'POST /api/suspended/export',
      'GET /api/suspended/export/{token}',
      'DELETE /api/suspended/account',
      'POST /api/photos',
      'PATCH /api/photos',
      'DELETE /api/photos/{id}',
      'GET /api/places',
      'GET /api/registration',
      'POST /api/invitations',
      'GET /api/invitations',
      'DELETE /api/invitations/{id}',
      'GET /api/invitations/{code}',
      'POST /api/setup/checks',
      'POST /api/setup',
      'GET /api/users',
      'GET /api/users/{id}',
      'POST /api/likes',
      'DELETE /api/likes/{userId}',
      'GET /api/matches',
      'DELETE /api/matches/{userId}',
      'GET /api/discovery-preferences',
      'PUT /api/discovery-preferences',
      'GET /api/discovery-hints',
      'GET /api/discovery-alerts',
      'PUT /api/discovery-alerts',
      'POST /api/passes',
      'DELETE /api/passes/{userId}',
      'DELETE /api/passes',
      'POST /api/undo',
      'GET /api/notifications',
      'POST /api/notifications/{id}/read',
      'POST /api/notifications/read-all',
      'DELETE /api/notifications',
      'POST /api/push/subscriptions',
      'DELETE /api/push/subscriptions',
      'DELETE /api/push/subscriptions/{id}',
      'GET /api/notification-settings',
      'PUT /api/notification-settings',
      'GET /api/messages/unread',
      'POST /api/messages/markAllRead',
      'GET /api/messages/{id}',
      'POST /api/messages/{id}/read',
      'POST /api/messages',
      'DELETE /api/messages/{id}',
      'POST /api/media',
      'GET /api/media/{id}',
      'GET /api/conversations/{userId}/settings',
      'PUT /api/conversations/{userId}/settings',
      'PUT /api/messages/{id}/reactions',
      'DELETE /api/messages/{id}/reactions',
      'GET /api/conversations',
      'GET /api/blocks',
      'POST /api/blocks',
      'DELETE /api/blocks/{id}',
      'POST /api/check-password',
      'POST /api/admin/verify-pin',
      'GET /api/admin/dashboard',
      'GET /api/admin/stats',
      'POST /api/admin/reset',
      'GET /api/admin/roles',
      'PUT /api/admin/roles/{userId}',
      'GET /api/admin/settings',
      'PATCH /api/admin/settings',
      'GET /api/admin/settings/history',
      'POST /api/admin/settings/history/{version}/restore',
      'PUT /api/admin/logo',
      'GET /api/community/logo/{version}',
      'GET /api/past-matches',
      'GET /api/blocked-people',
      'POST /api/reports',
      'POST /api/appeals',
      'GET /api/moderation/cases',
      'GET /api/moderation/cases/{id}',
      'GET /api/moderation/cases/{id}/photos/{reportId}',
      'GET /api/moderation/cases/{id}/media/{mediaId}',
      'POST /api/moderation/cases/{id}/claim',
      'DELETE /api/moderation/cases/{id}/claim',
      'POST /api/moderation/cases/{id}/notes',
      'POST /api/moderation/cases/{id}/decisions',
      'POST /api/moderation/reporters/{userId}/dismissals',
      'POST /api/moderation/cases/{id}/undo',
      'GET /api/moderation/audit',
      'GET /api/moderation/held',
      'POST /api/moderation/held/{userId}/decisions',
      'GET /api/moderation/applications',
      'GET /api/moderation/applications/{userId}/photo',
      'POST /api/moderation/applications/{userId}/decisions',
      'GET /api/moderation/invited/{userId}',
      'POST /api/moderation/invited/{userId}/decisions',
      'POST /api/verification',
      'POST /api/verification/{id}/frames',
      'DELETE /api/verification',
      'GET /api/moderation/verifications',
      'GET /api/moderation/verifications/{id}/pictures/{name}',
      'POST /api/moderation/verifications/{id}/decisions',
    ].toSorted(),
  )
})

test('logo, places, sign-ups with checks, sign-ins, appeals and suspended users are public', () => {
  const publicPaths = all.filter(({ access }) => access === 'public').map(({ path }) => path)
  expect(publicPaths.toSorted()).toEqual([
    '/api/appeals',
    '/api/check-password',
    '/api/check-username',
    '/api/community/logo/{version}',
    '/api/invitations/{code}',
    '/api/login',
    '/api/login/passkey',
    '/api/login/passkey/options',
    '/api/places',
    '/api/recover',
    '/api/register',
    '/api/registration',
    '/api/setup',
    '/api/setup/checks',
    '/api/suspended/account',
    '/api/suspended/export',
    '/api/suspended/export/{token}',
  ])
})

test('moderation needs a moderator; undo, audit log, settings and dashboard need an admin', () => {
  const needed = (role: string | undefined) => all.filter((endpoint) => endpoint.role === role).map(({ path }) => path)
  expect(new Set(needed('admin'))).toEqual(
    new Set([
      '/api/admin/dashboard',
      '/api/admin/settings',
      '/api/admin/settings/history',
      '/api/admin/settings/history/{version}/restore',
      '/api/admin/logo',
      '/api/moderation/audit',
      '/api/moderation/cases/{id}/undo',
    ]),
  )
  expect(needed('moderator')).toHaveLength(19)
  expect(
    needed('moderator').every((path) =>
      /^\/api\/moderation\/(?:cases|held|reporters|applications|invited|verifications)/.test(path),
    ),
  ).toBe(true)
  expect(needed(undefined).filter((path) => path.startsWith('/api/moderation'))).toEqual([])
})

test('a decision needs the fields of its action, and a reason that fits it', () => {
  const suspend = { action: 'suspend', reason: 'hate', days: 7 }
  const messageOf = (body: object) => decideCase.body?.safeParse(body).error?.issues[0]?.message
  expect(messageOf(suspend)).toBeUndefined()
  expect(messageOf({ action: 'ban', reason: 'hate' })).toBeUndefined()
  expect(messageOf({ action: 'ban', reason: 'hate', days: 3 })).toBe('Choose 1 to 30 days')
  expect(messageOf({ action: 'suspend', reason: 'hate' })).toBe('Choose 1 to 30 days')
  expect(messageOf({ ...suspend, days: 31 })).toBe('Choose 1 to 30 days')
  expect(messageOf({ action: 'remove-text', reason: 'hate' })).toBe('Choose the text to remove')
  expect(messageOf({ action: 'remove-photo', reason: 'sexual', photoId: '7' })).toBeUndefined()
  expect(messageOf({ action: 'ban', reason: 'sexual', photoId: '7' })).toBe('Only remove-photo names a photo')
  expect(messageOf({ action: 'warn', reason: 'mistake' })).toBe("This reason doesn't fit the action")
  expect(messageOf({ action: 'dismiss', reason: 'hate' })).toBe("This reason doesn't fit the action")
  expect(messageOf({ action: 'lift', reason: 'mistake' })).toBeUndefined()
})

test('a literal path comes before the pattern that would match it', () => {
  const chat = endpointsOf.chat
  expect(chat.indexOf(getUnread)).toBeLessThan(chat.indexOf(listMessages))
})

test('path parameters are percent-encoded, and paths convert to the syntax of Express', () => {
  expect(pathOf(getSelfie, { userId: 7, version: '../x' })).toBe('/api/selfies/7/..%2Fx')
  expect(expressPath(getSelfie)).toBe('/api/selfies/:userId/:version')
})

test('only the six endpoints that carry a picture or a recording accept large bodies', () => {
  const withFile = [registerUser, updateUser, addPhoto, putLogo, uploadMedia, addFrame]
  expect(all.filter(({ isUpload }) => isUpload)).toEqual(expect.arrayContaining(withFile))
  expect(all.filter(({ isUpload }) => isUpload)).toHaveLength(6)
})

test('body fields outside the contract are stripped (5.blockerId)', () => {
  const body = { likedId: 3, likerId: 1, isMatch: true, __proto__: { x: 1 } }
  expect(likeUser.body?.parse(body)).toEqual({ likedId: 3 })
  expect(blockUser.body?.parse({ blockedUserId: 3, blockerId: 1 })).toEqual({ blockedUserId: 3 })
  expect(sendMessage.body?.parse({ receiverId: 3, content: 'a', senderId: 1 })).toEqual({ receiverId: 3, content: 'a' })
  expect(updateUser.body?.parse({ id: 1, username: 'x', passwordHash: 'y', age: 30 })).toEqual({ age: 30 })
})

test.each([
  ['likes', likeUser.body, { likedId: 0 }, 'Invalid liked ID'],
  ['messages', sendMessage.body, { receiverId: 0, content: 'a' }, 'Invalid receiver ID'],
  ['messages', sendMessage.body, { receiverId: 1, content: 'a', clientMessageId: 'x' }, 'Invalid client message ID'],
  ['blocks', blockUser.body, { blockedUserId: '1' }, 'Invalid blocked ID'],
  ['PINs', verifyPin.body, { pin: 1234 }, 'Please enter a 4-digit PIN'],
  ['PINs', verifyPin.body, { pin: ' 1234' }, 'Please enter a 4-digit PIN'],
  ['PINs', verifyPin.body, { pin: '1234\n' }, 'Please enter a 4-digit PIN'],
  ['PINs', verifyPin.body, { pin: '١٢٣٤' }, 'Please enter a 4-digit PIN'],
  ['feeds', listUsers.query, { scope: 'mine' }, 'Invalid scope'],
  ['feeds', listUsers.query, { limit: '101' }, 'Invalid limit'],
])('%s: an invalid field is rejected with its message (5.receiverId, 5.blockedId)', (_what, schema, value, message) => {
  expect(schema?.safeParse(value).error?.issues[0]?.message).toBe(message)
})
