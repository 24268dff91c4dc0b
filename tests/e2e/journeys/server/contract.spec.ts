import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { assertDocumented } from '@zing/openapi/assert-documented'
import { publishedCalls } from '@zing/openapi/changes/published'
import { checkUsername, getSelfie, getUser, login, logout, registerUser, updateUser } from '@zing/proto/http/auth'
import {
  blockUser,
  getUnread,
  listBlocks,
  listConversations,
  listMessages,
  readMessages,
  sendMessage,
} from '@zing/proto/http/chat'
import { getProfile, likeUser, listMatches, listNotifications, listUsers, unlikeUser } from '@zing/proto/http/social'
import { getStats, verifyPin } from '@zing/proto/http/staff/admin'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { untilAccepted } from '@zing/testing/until-accepted'
import { type ApiUser, apiClient, type CallResult, connect, registerApiUser } from '../../support/client.ts'
import { test } from '../../support/test.ts'

// Black-box tests of the API contract through the gateway, without a browser.

// sequential, since tests send bursts of hundreds of requests
test.describe.configure({ mode: 'default' })

const WAIT = { intervals: [20, 50, 100] }

async function match(one: ApiUser, other: ApiUser): Promise<void> {
  await one.call(likeUser, { body: { likedId: other.id } })
  expect((await other.call(likeUser, { body: { likedId: one.id } })).body).toMatchObject({ isMatch: true })
}

function url(baseURL: string | undefined): string {
  if (!baseURL) throw new Error('no baseURL')
  return baseURL
}

test('a user registers, reads and edits their account, logs out and logs in', async ({ baseURL }) => {
  const base = url(baseURL)
  const ada = await registerApiUser(base, 'Ada')
  expect((await ada.call(getUser)).body).toMatchObject({
    id: ada.id,
    name: 'Ada',
    username: ada.username,
    selfie: null,
  })
  expect((await apiClient(base).call(checkUsername, { query: { username: ada.username.toUpperCase() } })).status).toBe(
    409,
  )
  expect((await apiClient(base).call(checkUsername, { query: { username: 'unused.name' } })).body).toEqual({
    available: true,
  })
  expect(
    (await ada.call(updateUser, { body: { name: 'Ada Byron', id: 1, username: 'x', likeCount: 9 } })).body,
  ).toMatchObject({
    id: ada.id,
    name: 'Ada Byron',
    username: ada.username,
  })

  const loggedOut = await ada.call(logout)
  expect([loggedOut.status, loggedOut.headers.getSetCookie()[0]]).toEqual([
    204,
    expect.stringContaining('zing_session=;'),
  ])
  expect((await ada.call(getUser)).status).toBe(401)
  const wrong = await apiClient(base).call(login, { body: { username: ada.username, password: 'wrong' } })
  const unknown = await apiClient(base).call(login, { body: { username: 'no.such.user', password: 'wrong' } })
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect(wrong.body).toEqual(unknown.body)
  const again = await apiClient(base).call(login, { body: { username: ada.username, password: ada.password } })
  expect(again).toMatchObject({ status: 200, body: { id: ada.id } })
  const cookie = again.headers.getSetCookie()[0] ?? ''
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Lax/)
})

test('twenty concurrent registrations of one username create one account', async ({ baseURL }) => {
  const base = url(baseURL)
  const username = `same.${randomUUID().slice(0, 8)}`
  const body = { name: 'Same', age: 30, gender: 'other', orientation: 'other', password: 'correct horse' }
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      untilAccepted(() =>
        apiClient(base).call(registerUser, { body: { ...body, username: i % 2 ? username : username.toUpperCase() } }),
      ),
    ),
  )
  expect(results.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
})

test('a photo is served to signed-in users only, and an old version returns 404 (1.6)', async ({ baseURL }) => {
  const base = url(baseURL)
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
  const [ada, ben] = [await registerApiUser(base, 'Ada', { selfie: pixel }), await registerApiUser(base, 'Ben')]
  const { body: user } = await ada.call(getUser)
  const params = { userId: ada.id, version: Number(user.selfie?.split('/').at(-1)) }

  const shown = await ben.call(getSelfie, { params })
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await apiClient(base).call(getSelfie, { params })).status).toBe(401)
  await ada.call(updateUser, { body: { selfie: pixel } })
  expect((await ben.call(getSelfie, { params })).status).toBe(404)
  await ada.call(blockUser, { body: { blockedUserId: ben.id } })
  const { body: changed } = await ada.call(getUser)
  const newParams = { userId: ada.id, version: Number(changed.selfie?.split('/').at(-1)) }
  await expect.poll(async () => (await ben.call(getSelfie, { params: newParams })).status, WAIT).toBe(404)
})

test('two users who like each other concurrently get exactly one match, twenty times', async ({ baseURL }) => {
  const base = url(baseURL)
  const ada = await registerApiUser(base, 'Ada')
  const others = await Promise.all(Array.from({ length: 20 }, () => registerApiUser(base, 'Other')))
  const results = await Promise.all(
    others.flatMap((other) => [
      untilAccepted(() => ada.call(likeUser, { body: { likedId: other.id } })),
      untilAccepted(() => other.call(likeUser, { body: { likedId: ada.id } })),
    ]),
  )
  expect(results.map(({ status }) => status)).toEqual(Array(40).fill(200))
  const { body: matches } = await ada.call(listMatches)
  expect(matches.map(({ id }) => id).toSorted()).toEqual(others.map(({ id }) => id).toSorted())
  const notified = async () => (await ada.call(listNotifications)).body.filter(({ type }) => type === 'MATCH').length
  await expect.poll(notified, WAIT).toBe(20)
})

test('matched users can send messages at once; without a match a user can neither send nor read', async ({
  baseURL,
}) => {
  const base = url(baseURL)
  const [ada, ben, cleo] = [
    await registerApiUser(base, 'Ada'),
    await registerApiUser(base, 'Ben'),
    await registerApiUser(base, 'Cleo'),
  ]
  expect((await cleo.call(sendMessage, { body: { receiverId: ben.id, content: 'hi' } })).status).toBe(403)
  await match(ada, ben)
  const sent = await ada.call(sendMessage, { body: { receiverId: ben.id, content: 'hi' } })
  expect(sent).toMatchObject({ status: 201, body: { seq: 1, status: 'sent', read: false, content: 'hi' } })
  for (const id of [ada.id, ben.id]) {
    expect((await cleo.call(listMessages, { params: { id } })).status).toBe(404)
  }
  expect((await ada.call(unlikeUser, { params: { userId: ben.id } })).status).toBe(200)
  await expect
    .poll(async () => (await ben.call(sendMessage, { body: { receiverId: ada.id, content: 'x' } })).status, WAIT)
    .toBe(403)
})

test('twenty concurrent retries of a message store it once', async ({ baseURL }) => {
  const base = url(baseURL)
  const [ada, ben] = [await registerApiUser(base, 'Ada'), await registerApiUser(base, 'Ben')]
  await match(ada, ben)
  const body = { receiverId: ben.id, content: 'once', clientMessageId: randomUUID() }
  const send = () => ada.call(sendMessage, { body })
  const results = await Promise.all(Array.from({ length: 20 }, () => untilAccepted(send)))
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(results.map(({ body: message }) => message.id)).size).toBe(1)
  expect((await ben.call(listMessages, { params: { id: ada.id } })).body).toHaveLength(1)
})

test('two hundred concurrent messages have the same order for both users, without gaps', async ({ baseURL }) => {
  const base = url(baseURL)
  const [ada, ben] = [await registerApiUser(base, 'Ada'), await registerApiUser(base, 'Ben')]
  await match(ada, ben)
  const [adaSocket, benSocket] = [await connect(ada), await connect(ben)]
  const results = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const [from, to] = i % 2 ? [ada, ben] : [ben, ada]
      const body = { receiverId: to.id, content: `n${i}`, clientMessageId: randomUUID() }
      return untilAccepted(() => from.call(sendMessage, { body }))
    }),
  )
  expect(results.map(({ status }) => status)).toEqual(Array(200).fill(201))

  const all = async (reader: ApiUser, partner: ApiUser) => {
    const page = async (more: { before?: number } = {}) => {
      const input = { params: { id: partner.id }, query: { limit: 100, ...more } }
      return (await untilAccepted(() => reader.call(listMessages, input))).body // a slow server refuses calls after the burst
    }
    const last = await page()
    return [...(await page({ before: last[0]?.seq ?? 1 })), ...last]
  }
  const [forAda, forBen] = [await all(ada, ben), await all(ben, ada)]
  expect(forAda.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
  expect(forBen.map(({ id }) => id)).toEqual(forAda.map(({ id }) => id))
  // a slow server pushes again what no client has confirmed
  const idsOf = (frames: { message: { id: number } }[]) => new Set(frames.map(({ message }) => message.id))
  await expect.poll(() => idsOf(benSocket.of('NEW_MESSAGE')).size, WAIT).toBe(100)
  await expect.poll(() => idsOf(adaSocket.of('MESSAGE_SENT')).size, WAIT).toBe(100)
})

test('message receipts change from sent to delivered to read, and unread counts follow', async ({ baseURL }) => {
  const base = url(baseURL)
  const [ada, ben] = [await registerApiUser(base, 'Ada'), await registerApiUser(base, 'Ben')]
  await match(ada, ben)
  const adaSocket = await connect(ada)
  const { body: message } = await ada.call(sendMessage, { body: { receiverId: ben.id, content: 'hi' } })
  const status = async () => (await ada.call(listMessages, { params: { id: ben.id } })).body[0]?.status
  expect(await status()).toBe('sent')
  expect((await ben.call(getUnread)).body).toEqual({ count: 1 })

  const benSocket = await connect(ben)
  benSocket.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.id, seq: message.seq })
  await expect.poll(() => adaSocket.of('MESSAGE_DELIVERED'), WAIT).toMatchObject([{ messageId: message.id, seq: 1 }])
  expect(await status()).toBe('delivered')

  expect((await ben.call(readMessages, { params: { id: ada.id } })).status).toBe(204)
  await expect.poll(() => adaSocket.of('MESSAGES_READ'), WAIT).toMatchObject([{ readBy: ben.id, upToSeq: 1 }])
  expect(await status()).toBe('read')
  expect((await ben.call(getUnread)).body).toEqual({ count: 0 })
  expect((await ben.call(listConversations)).body).toMatchObject([{ partnerId: ada.id, unread: 0 }])
})

test('likes, matches and notifications are pushed only to the users concerned (7.push.1)', async ({ baseURL }) => {
  const base = url(baseURL)
  const [ada, ben, cleo] = [
    await registerApiUser(base, 'Ada'),
    await registerApiUser(base, 'Ben'),
    await registerApiUser(base, 'Cleo'),
  ]
  const [adaSocket, benSocket, cleoSocket] = [await connect(ada), await connect(ben), await connect(cleo)]
  await ada.call(likeUser, { body: { likedId: ben.id } })
  await expect.poll(() => benSocket.of('NEW_LIKE'), WAIT).toMatchObject([{ user: { id: ada.id, name: 'Ada' } }])
  await expect.poll(() => benSocket.of('NOTIFICATION').length, WAIT).toBe(1)
  await ben.call(likeUser, { body: { likedId: ada.id } })
  await expect.poll(() => adaSocket.of('NEW_MATCH'), WAIT).toMatchObject([{ match: { id: ben.id } }])
  await expect.poll(() => benSocket.of('NEW_MATCH'), WAIT).toMatchObject([{ match: { id: ada.id } }])
  adaSocket.send({ type: 'TYPING_INDICATOR', recipientId: ben.id, isTyping: true })
  await expect.poll(() => benSocket.of('TYPING_INDICATOR'), WAIT).toMatchObject([{ senderId: ada.id, isTyping: true }])
  expect(cleoSocket.frames.filter(({ type }) => type !== 'CONNECTED')).toEqual([])
})

test('a block hides both users from each other everywhere and does not affect a third user (7.sent.BLOCK_USER)', async ({
  baseURL,
}) => {
  const base = url(baseURL)
  const [ada, ben, cleo] = [
    await registerApiUser(base, 'Ada'),
    await registerApiUser(base, 'Ben'),
    await registerApiUser(base, 'Cleo'),
  ]
  await match(ada, ben)
  await match(cleo, ben)
  await ada.call(sendMessage, { body: { receiverId: ben.id, content: 'hi' } })
  const [adaSocket, benSocket] = [await connect(ada), await connect(ben)]
  adaSocket.send({ type: 'BLOCK_USER', blockedUserId: ben.id })
  await expect.poll(() => adaSocket.of('BLOCK_CONFIRMED'), WAIT).toMatchObject([{ blockedUserId: ben.id }])
  await expect.poll(() => benSocket.of('USER_BLOCKED'), WAIT).toMatchObject([{ blockedBy: ada.id }])

  for (const [me, them] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect((await me.call(listMessages, { params: { id: them.id } })).status).toBe(404)
    expect((await me.call(sendMessage, { body: { receiverId: them.id, content: 'x' } })).status).toBe(403)
    const partners = (await me.call(listConversations)).body.map(({ partnerId }) => partnerId)
    expect(partners).not.toContain(them.id)
    const hidden = async () => {
      const [feed, profile, matches, like] = await Promise.all([
        me.call(listUsers),
        me.call(getProfile, { params: { id: them.id } }),
        me.call(listMatches),
        me.call(likeUser, { body: { likedId: them.id } }),
      ])
      const ids = [...feed.body, ...matches.body].map(({ id }) => id)
      return [ids.includes(them.id), profile.status, like.status]
    }
    await expect.poll(hidden, WAIT).toEqual([false, 404, 404])
  }
  expect((await ben.call(getUnread)).body).toEqual({ count: 0 })
  expect((await ada.call(listBlocks)).body).toEqual([ben.id])
  expect((await cleo.call(sendMessage, { body: { receiverId: ben.id, content: 'still here' } })).status).toBe(201)
})

test('only the session cookie identifies a user; forged headers and foreign origins are rejected', async ({
  baseURL,
}) => {
  const base = url(baseURL)
  const [ada, ben] = [await registerApiUser(base, 'Ada'), await registerApiUser(base, 'Ben')]
  const forged = { 'x-user-id': `${ben.id}`, authorization: 'Bearer x', 'x-forwarded-user': `${ben.id}` }
  expect((await ada.call(getUser, { headers: forged })).body).toMatchObject({ id: ada.id })
  expect((await apiClient(base).call(getUser, { headers: forged })).status).toBe(401)
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of foreign) {
    expect((await ada.call(likeUser, { body: { likedId: ben.id }, headers })).status).toBe(403)
  }
  await expect(apiClient(base).socket()).rejects.toThrow('401')
  await expect(ada.socket({ origin: 'https://evil.example' })).rejects.toThrow('403')
  const socket = await ada.socket()
  socket.send({ type: 'AUTH', userId: ben.id })
  await expect.poll(() => socket.closeCode(), WAIT).toBe(1008)
})

test('the admin panel is open to the session that entered the PIN, until that session ends (3.stats, 7.admin.verify-pin)', async ({
  baseURL,
}) => {
  const base = url(baseURL)
  const adminPin = process.env.E2E_ADMIN_PIN
  const [ada, ben] = [await registerApiUser(base, 'Ada'), await registerApiUser(base, 'Ben')]
  await ada.call(likeUser, { body: { likedId: ben.id } })

  expect((await apiClient(base).call(verifyPin, { body: { pin: adminPin } })).status).toBe(401)
  expect((await ada.call(getStats)).status).toBe(403)
  const foreign = { origin: 'https://evil.example' }
  expect((await ada.call(verifyPin, { body: { pin: adminPin }, headers: foreign })).status).toBe(403)
  expect(await ada.call(verifyPin, { body: { pin: Number(adminPin) } })).toMatchObject({
    status: 400,
    body: { message: 'Please enter a 4-digit PIN' },
  })
  expect((await ada.call(verifyPin, { body: { pin: adminPin } })).body).toEqual({ success: true })
  expect((await ada.call(getStats)).body).toEqual({
    totalUsers: expect.any(Number),
    totalMatches: expect.any(Number),
    totalLikes: expect.any(Number),
  })
  expect((await ben.call(getStats)).status).toBe(403)
  await ada.call(logout)
  expect((await ada.call(getStats)).status).toBe(401)
})

test('logging out closes the sockets of that session only', async ({ baseURL }) => {
  const base = url(baseURL)
  const ada = await registerApiUser(base, 'Ada')
  const second = await apiClient(base).call(login, { body: { username: ada.username, password: ada.password } })
  const cookie = second.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const other = await connect({ ...ada, ...apiClient(base, cookie) })
  const mine = await connect(ada)
  await ada.call(logout)
  await expect.poll(() => mine.closeCode(), WAIT).toBe(1000)
  expect(other.closeCode()).toBeNull()
})

test('nothing sent on a socket after the response to the logout has an effect', async ({ baseURL }) => {
  const base = url(baseURL)
  const [ada, ben] = [await registerApiUser(base, 'Ada'), await registerApiUser(base, 'Ben')]
  for (let attempt = 0; attempt < 10; attempt++) {
    const { headers } = await apiClient(base).call(login, { body: { username: ada.username, password: ada.password } })
    const session = { ...ada, ...apiClient(base, headers.getSetCookie()[0]?.split(';')[0] ?? '') }
    const socket = await connect(session)
    await session.call(logout)
    socket.send({ type: 'BLOCK_USER', blockedUserId: ben.id })
    await expect.poll(() => socket.closeCode(), WAIT).toBe(1000)
  }
  expect((await ada.call(listBlocks)).body).toEqual([])
})

test('the pages of the feed have no gaps and no repeated users', async ({ baseURL }) => {
  const base = url(baseURL)
  const me = await registerApiUser(base, 'Reader')
  const users = await Promise.all(Array.from({ length: 25 }, () => registerApiUser(base, 'Paged')))
  const read = async () => {
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const response: CallResult<PublicProfile[]> = await me.call(listUsers, {
        query: { limit: 10, ...(cursor && { cursor }) },
      })
      seen.push(...response.body.map(({ id }) => id))
      const next: string | undefined = response.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1]
      cursor = next ? new URL(next, base).searchParams.get('cursor') : null
    }
    return seen
  }
  const ids = users.map(({ id }) => id)
  await expect.poll(read, WAIT).toEqual(expect.arrayContaining(ids)) // by then social knows all registrations
  const seen = await read()
  expect(seen).toEqual(expect.arrayContaining(ids))
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).not.toContain(me.id)
})

test('every operation of the API reference reaches its service and gets a documented response', async ({ baseURL }) => {
  const base = url(baseURL)
  const ada = await registerApiUser(base, 'Ada')
  const isLogout = ({ path }: { path: string }) => path === logout.path
  const logoutLast = publishedCalls.toSorted((a, b) => Number(isLogout(a)) - Number(isLogout(b)))
  for (const { method, path, operation } of logoutLast) {
    // the service rejects the invalid id and the non-JSON body, so nothing changes
    const response = await fetch(`${base}${path.replace(/\{\w+\}/g, '0')}`, {
      method,
      headers: { cookie: ada.cookie },
      ...(operation.requestBody && { body: 'text' }),
      signal: AbortSignal.timeout(60_000),
    })
    await assertDocumented(method, response)
    expect([404, 405, 503], `${method} ${path}`).not.toContain(response.status)
  }
})

test('every error response is JSON with a message', async ({ baseURL }) => {
  const base = url(baseURL)
  const ada = await registerApiUser(base, 'Ada')
  const send = (path: string, init: RequestInit) =>
    fetch(`${base}${path}`, { ...init, headers: { cookie: ada.cookie, ...init.headers } })
  const json = { 'content-type': 'application/json' }
  const cases: [string, RequestInit, number][] = [
    ['/api/nothing', {}, 404],
    ['/api/login', { method: 'PUT' }, 405],
    ['/api/likes', { method: 'POST', headers: json, body: '{"likedId":' }, 400],
    ['/api/likes', { method: 'POST', headers: json, body: '{"likedId":{"$gt":0}}' }, 400],
    ['/api/likes', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'likedId=1' }, 415],
    ['/api/messages', { method: 'POST', headers: json, body: JSON.stringify({ content: 'x'.repeat(70_000) }) }, 413],
    ['/api/messages/abc', {}, 400],
    ['/api/users?limit=0', {}, 400],
    ['/api/users?limit=1&limit=2', {}, 400],
  ]
  for (const [path, init, status] of cases) {
    const response = await send(path, init)
    expect([path, response.status]).toEqual([path, status])
    expect(await response.json()).toMatchObject({ message: expect.stringMatching(/./) })
  }
})
