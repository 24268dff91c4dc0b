import { subscribe } from '@zing/kit/nats/broadcast'
import { errors } from '@zing/proto/errors'
import { SESSION_ENDED, SESSION_HEADER } from '@zing/proto/headers'
import { endOtherSessions, endSession, listSessions } from '@zing/proto/http/account'
import { login } from '@zing/proto/http/auth'
import { SESSION_IDLE_SECONDS, SESSION_TTL_SECONDS, SESSION_USE_STEP_MS } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import jwt from 'jsonwebtoken'
import { describe, expect, test, vi } from 'vitest'
import { PASSWORD, setupAuth } from '../setup-auth.ts'

const { nats, db, anonymous, newUser, clientOf } = await setupAuth({}, { times: { sessionUseMs: 100 } })
const sessions = db.collection<{ _id: string; createdAt: Date; lastUsedAt?: Date; expiresAt: Date }>('sessions')
const revoked: string[] = []
subscribe(nats, sessionsRevoked, ({ sids }) => void revoked.push(...(sids ?? [])))

const DAY_MS = 24 * 60 * 60 * 1_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'
type User = Awaited<ReturnType<typeof newUser>>

/** Signs in on another device. */
async function onDevice({ user }: User, userAgent: string) {
  const body = { username: user.username, password: PASSWORD }
  const { status, headers } = await anonymous.call(login, { body, headers: { 'user-agent': userAgent } })
  expect(status).toBe(200)
  const { sid } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string } // a login response carries a token
  const identity = { userId: user.id, sid }
  return { ...clientOf(identity), sid }
}

async function activeOf({ user }: User, sids: string[]): Promise<string[]> {
  return (await request(nats, getActiveSessions, { sessions: sids.map((sid) => ({ sid, userId: user.id })) })).sids
}

describe('the list of devices', () => {
  test("it names each session once, the caller's first, by an id that is not a sid", async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const laptop = await onDevice(ada, FIREFOX)
    const other = await onDevice(ada, 'curl/8')
    await onDevice(ben, FIREFOX)

    const { status, body, headers } = await laptop.call(listSessions)
    expect([status, body.map(({ current, browser, system }) => ({ current, browser, system }))]).toEqual([
      200,
      [
        { current: true, browser: 'Firefox', system: 'Linux' },
        { current: false, browser: null, system: null },
        { current: false, browser: null, system: null },
      ],
    ])
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(new Set(body.map(({ id }) => id)).size).toBe(3)
    for (const { id, createdAt, lastUsedAt } of body) {
      expect(id).toMatch(/^[\w-]{22}$/)
      expect(lastUsedAt).toBe(createdAt)
      expect(await activeOf(ada, [id])).toEqual([])
    }
    for (const { sid } of [ada, laptop, other]) expect(JSON.stringify(body)).not.toContain(sid)
    expect((await ada.call(listSessions)).body.find(({ current }) => current)?.id).not.toBe(body[0]?.id)
  })

  test('sessions that have expired are not listed', async () => {
    const ada = await newUser()
    const old = await onDevice(ada, FIREFOX)
    await sessions.updateOne({ _id: old.sid }, { $set: { expiresAt: new Date(Date.now() - 1) } })
    expect((await ada.call(listSessions)).body).toMatchObject([{ current: true }])
  })
})

describe('ending sessions', () => {
  test('it ends one session of the user with its sockets, and no other', async () => {
    const ada = await newUser()
    const [phone, laptop] = [await onDevice(ada, FIREFOX), await onDevice(ada, 'curl/8')]
    const { body } = await ada.call(listSessions)
    const id = body.find(({ browser }) => browser === 'Firefox')?.id ?? ''

    const ended = await ada.call(endSession, { params: { id } })
    expect([ended.status, ended.headers.get(SESSION_HEADER)]).toEqual([204, null])
    const sids = [ada.sid, phone.sid, laptop.sid]
    expect((await activeOf(ada, sids)).toSorted()).toEqual([ada.sid, laptop.sid].toSorted())
    await vi.waitFor(() => expect(revoked).toContain(phone.sid), WAIT)
    expect([revoked.includes(ada.sid), revoked.includes(laptop.sid)]).toEqual([false, false])

    const again = await ada.call(endSession, { params: { id } })
    expect([again.status, again.body]).toEqual([404, errors.notFound().body])
  })

  test('the caller can end their own session too, which clears the cookie', async () => {
    const ada = await newUser()
    const id = (await ada.call(listSessions)).body[0]?.id ?? ''
    const ended = await ada.call(endSession, { params: { id } })
    expect([ended.status, ended.headers.get(SESSION_HEADER)]).toEqual([204, SESSION_ENDED])
    expect(await activeOf(ada, [ada.sid])).toEqual([])
  })

  test("it ends all others of the user, and no other user's", async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const others = [await onDevice(ada, FIREFOX), await onDevice(ada, FIREFOX)].map(({ sid }) => sid)
    expect((await ada.call(endOtherSessions)).status).toBe(204)
    expect(await activeOf(ada, [ada.sid, ...others])).toEqual([ada.sid])
    expect(await activeOf(ben, [ben.sid])).toEqual([ben.sid])
    await vi.waitFor(() => expect(revoked).toEqual(expect.arrayContaining(others)), WAIT)
    expect((await ada.call(endOtherSessions)).status).toBe(204)
  })

  test("another user's session is not found and stays", async () => {
    const [ada, mallory] = [await newUser(), await newUser()]
    const id = (await ada.call(listSessions)).body[0]?.id ?? ''
    const refused = await mallory.call(endSession, { params: { id } })
    expect([refused.status, refused.body]).toEqual([404, errors.notFound().body])
    expect((await mallory.call(endSession, { params: { id: 'A'.repeat(22) } })).status).toBe(404)
    expect(await activeOf(ada, [ada.sid])).toEqual([ada.sid])
  })

  test('a sid is not accepted as an id', async () => {
    const ada = await newUser()
    const refused = await ada.call(endSession, { params: { id: ada.sid } })
    expect([refused.status, refused.body]).toEqual([400, errors.invalidRequest({ message: 'Invalid session ID' }).body])
  })

  test.each([listSessions, endOtherSessions])('$method $path needs a session', async (endpoint) => {
    expect((await anonymous.call(endpoint)).status).toBe(401)
  })
})

describe('the last use of a session', () => {
  const stored = async (sid: string) => await sessions.findOne({ _id: sid })

  /** Makes a session appear unused for this time. */
  async function backdate(sid: string, ageMs: number): Promise<Date> {
    const createdAt = new Date(Date.now() - ageMs)
    const expiresAt = new Date(createdAt.getTime() + SESSION_IDLE_SECONDS * 1_000)
    await sessions.updateOne({ _id: sid }, { $set: { createdAt, expiresAt } })
    return createdAt
  }

  test('a check of a session records its use and extends it', async () => {
    const ada = await newUser()
    await backdate(ada.sid, 29 * DAY_MS)
    expect(await activeOf(ada, [ada.sid])).toEqual([ada.sid])
    await vi.waitFor(async () => expect((await stored(ada.sid))?.lastUsedAt).toBeInstanceOf(Date), WAIT)

    const { lastUsedAt, expiresAt } = (await stored(ada.sid)) ?? {}
    expect(Date.now() - Number(lastUsedAt)).toBeLessThan(60_000)
    expect(Number(expiresAt) - Number(lastUsedAt)).toBe(SESSION_IDLE_SECONDS * 1_000)
    expect((await ada.call(listSessions)).body).toMatchObject([{ lastUsedAt: lastUsedAt?.toISOString() }])
  })

  test('when a session stays in use, it still ends after 90 days (V7.3.2)', async () => {
    const ada = await newUser()
    const createdAt = await backdate(ada.sid, 80 * DAY_MS)
    await sessions.updateOne({ _id: ada.sid }, { $set: { expiresAt: new Date(Date.now() + DAY_MS) } })
    await activeOf(ada, [ada.sid])
    await vi.waitFor(async () => expect((await stored(ada.sid))?.lastUsedAt).toBeInstanceOf(Date), WAIT)
    const { expiresAt } = (await stored(ada.sid)) ?? {}
    expect(Number(expiresAt) - createdAt.getTime()).toBe(SESSION_TTL_SECONDS * 1_000)
  })

  test('within a few minutes no further use is recorded, and an idle session is not revived', async () => {
    const [ada, ben, cleo] = [await newUser(), await newUser(), await newUser()]
    const justNow = new Date(Date.now() - SESSION_USE_STEP_MS / 2)
    await sessions.updateOne({ _id: ada.sid }, { $set: { lastUsedAt: justNow } })
    await sessions.updateOne({ _id: ben.sid }, { $set: { expiresAt: new Date(Date.now() - 1) } })
    await backdate(cleo.sid, DAY_MS)
    for (const user of [ada, ben, cleo]) await activeOf(user, [user.sid])

    await vi.waitFor(async () => expect((await stored(cleo.sid))?.lastUsedAt).toBeInstanceOf(Date), WAIT)
    expect((await stored(ada.sid))?.lastUsedAt).toEqual(justNow)
    expect((await stored(ben.sid))?.lastUsedAt).toBeUndefined()
  })
})
