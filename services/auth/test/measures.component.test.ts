import { subscribe } from '@zing/kit/nats/broadcast'
import { request } from '@zing/kit/nats/rpc'
import { confirmPassword, createRecoveryCodes, recoverAccount } from '@zing/proto/http/account'
import { getUser, updateUser } from '@zing/proto/http/auth'
import { messages } from '@zing/proto/http/errors'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { appealCreated, measureLifted, measureTaken, userUpdated } from '@zing/proto/nats/events'
import {
  getActiveSessions,
  getAppellant,
  getPhotoPart,
  getProfileEvidence,
  getReplicatedProfile,
} from '@zing/proto/nats/rpc'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import { photo } from './pictures.ts'
import { PASSWORD, setupAuth } from './setup-auth.ts'

const { nats, anonymous, newUser, logIn, publishEvent, eventsHandled, events, fetchAs } = await setupAuth()
const revoked: string[] = []
subscribe(nats, sessionsRevoked, ({ sids }) => void revoked.push(...(sids ?? [])))
type User = Awaited<ReturnType<typeof newUser>>

const DAY_MS = 24 * 60 * 60 * 1_000
let decisions = 0
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

interface Measure {
  action: 'warn' | 'remove-photo' | 'remove-text' | 'suspend' | 'ban' | 'uphold'
  until?: string | null
  field?: 'name' | 'gender' | null
  text?: string | null
}

/** Decides as admin does; resolves when auth has handled the event. */
async function take({ user }: User, { action, until = null, field = null, text = null }: Measure, at = new Date()) {
  decisions += 1
  const event = { userId: user.id, decisionId: decisions, action, reason: 'threats' as const, text, field, until }
  await publishEvent(measureTaken, event, { at: at.toISOString() })
  await eventsHandled()
  return event
}

type Taken = Awaited<ReturnType<typeof take>>

async function lift({ until: _, ...event }: Taken, removed: string | null = null, at = new Date()) {
  await publishEvent(measureLifted, { ...event, removed }, { at: at.toISOString() })
  await eventsHandled()
}

async function isActive({ user, sid }: User): Promise<boolean> {
  const { sids } = await request(nats, getActiveSessions, { sessions: [{ sid, userId: user.id }] })
  return sids.length === 1
}

const untilOf = async ({ user }: User) =>
  (await request(nats, getReplicatedProfile, { userId: user.id }))?.profile.suspendedUntil

describe('SEC-139 a suspension', () => {
  test('it ends all sessions, hides the profile, and a login says why, until when, and how to appeal', async () => {
    const ada = await newUser()
    const until = inDays(7)
    await take(ada, { action: 'suspend', until, text: 'You threatened somebody.' })
    expect(await isActive(ada)).toBe(false)
    await vi.waitFor(() => expect(revoked).toContain(ada.sid), WAIT)
    expect(await untilOf(ada)).toBe(until)
    await vi.waitFor(() => {
      const update = events.of(userUpdated).findLast(({ profile }) => profile.id === ada.user.id)
      expect(update?.profile).toMatchObject({ suspendedUntil: until, hidden: false })
    }, WAIT)

    const refused = await logIn(ada.user.username)
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        message: messages.suspended,
        code: 'SUSPENDED',
        suspension: {
          reason: 'threats',
          text: 'You threatened somebody.',
          until,
          appealToken: expect.stringMatching(/^[\w-]{43}$/),
        },
      },
    ])
    expect(refused.headers.get('x-zing-session')).toBeNull()
    expect((await logIn(ada.user.username, 'wrong password')).status).toBe(401)
  })

  test('it ends by itself', async () => {
    const ada = await newUser()
    await take(ada, { action: 'suspend', until: new Date(Date.now() + 3_000).toISOString() })
    expect((await logIn(ada.user.username)).status).toBe(403)
    await vi.waitFor(async () => expect((await logIn(ada.user.username)).status).toBe(200), WAIT)
    expect(await untilOf(ada)).toBeNull()
  })

  test('a ban has no end, also for a user who recovers the account', async () => {
    const ada = await newUser()
    await ada.call(confirmPassword, { body: { password: PASSWORD } })
    const { codes } = (await ada.call(createRecoveryCodes)).body
    await take(ada, { action: 'ban' })
    const refused = await logIn(ada.user.username)
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { message: messages.banned, suspension: { until: null } },
    ])
    expect(await untilOf(ada)).toBe('9999-12-31T23:59:59.999Z')

    const body = { username: ada.user.username, code: codes[0], newPassword: 'another correct horse' }
    const recovered = await anonymous.call(recoverAccount, { body })
    expect([recovered.status, recovered.body.code]).toEqual([403, 'SUSPENDED'])
    expect((await logIn(ada.user.username, 'another correct horse')).status).toBe(403)
  })

  test('a login at the same moment leaves no session', async () => {
    for (let round = 0; round < 5; round++) {
      const ada = await newUser()
      const [, { status, headers }] = await Promise.all([take(ada, { action: 'ban' }), logIn(ada.user.username)])
      const token = headers.get('x-zing-session')
      if (status === 403) expect(token).toBeNull()
      else expect(await isActive({ ...ada, sid: sidOf(token) })).toBe(false)
    }
  })

  test('a lifted one is over at once, an event that comes again or late changes nothing', async () => {
    const ada = await newUser()
    const at = new Date()
    const event = await take(ada, { action: 'suspend', until: inDays(7) }, at)
    await lift(event, null, new Date(at.getTime() + 1_000))
    expect([await untilOf(ada), (await logIn(ada.user.username)).status]).toEqual([null, 200])
    await publishEvent(measureTaken, event, { at: at.toISOString() })
    await eventsHandled()
    expect([await untilOf(ada), (await logIn(ada.user.username)).status]).toEqual([null, 200])
  })

  test('a shorter suspension does not shorten a ban, and holds when that is lifted', async () => {
    const ada = await newUser()
    const start = Date.now()
    const ban = await take(ada, { action: 'ban' }, new Date(start))
    const until = inDays(1)
    await take(ada, { action: 'suspend', until }, new Date(start + 1_000))
    expect((await logIn(ada.user.username)).body).toMatchObject({
      message: messages.banned,
      suspension: { until: null },
    })
    await lift(ban, null, new Date(start + 2_000))
    expect((await logIn(ada.user.username)).body).toMatchObject({ message: messages.suspended, suspension: { until } })
  })

  test('the end of an older decision leaves a newer one', async () => {
    const ada = await newUser()
    const start = Date.now()
    const first = await take(ada, { action: 'suspend', until: inDays(1) }, new Date(start))
    await take(ada, { action: 'ban' }, new Date(start + 1_000))
    await lift(first, null, new Date(start + 2_000))
    expect((await logIn(ada.user.username)).body).toMatchObject({ message: messages.banned })
  })

  test('it is independent of the wish to be hidden, and other users are not affected', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const event = await take(ada, { action: 'suspend', until: inDays(1) })
    expect([await isActive(ben), (await logIn(ben.user.username)).status]).toEqual([true, 200])
    await lift(event)
    expect(await request(nats, getReplicatedProfile, { userId: ada.user.id })).toMatchObject({
      profile: { hidden: false, suspendedUntil: null },
    })
  })
})

function sidOf(token: string | null): string {
  return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()).sid
}

describe('appeals', () => {
  const tokenOf = async ({ user }: User) => (await logIn(user.username)).body.suspension?.appealToken ?? null
  const appellantOf = (token: string) => request(nats, getAppellant, { token })

  test('the token names the user and the decision until it is used, and is the same at each login', async () => {
    const ada = await newUser()
    const { decisionId } = await take(ada, { action: 'ban' })
    const token = (await tokenOf(ada)) ?? ''
    expect(await tokenOf(ada)).toBe(token)
    expect(await appellantOf(token)).toEqual({ userId: ada.user.id, decisionId })
    expect(await appellantOf('x'.repeat(43))).toBeNull()

    const appeal = { userId: ada.user.id, decisionId }
    for (let i = 0; i < 2; i++) await publishEvent(appealCreated, appeal)
    await eventsHandled()
    expect(await tokenOf(ada)).toBeNull()
    expect((await logIn(ada.user.username)).body.suspension?.reason).toBe('threats')
    expect(await appellantOf(token)).toBeNull()
  })

  test('after the end of the suspension the token is worth nothing', async () => {
    const ada = await newUser()
    const event = await take(ada, { action: 'suspend', until: inDays(1) })
    const token = (await tokenOf(ada)) ?? ''
    await lift(event)
    expect(await appellantOf(token)).toBeNull()
  })
})

describe('removals', () => {
  test('a removed photo is gone at once', async () => {
    const ada = await newUser({ selfie: await photo() })
    const path = ada.user.selfie
    expect((await fetchAs(ada.identity, path)).status).toBe(200)
    await take(ada, { action: 'remove-photo' })
    expect((await ada.call(getUser)).body.selfie).toBeNull()
    expect((await fetchAs(ada.identity, path)).status).toBe(404)
  })

  test('a removed text is replaced, and comes back unless the user has set another one', async () => {
    const [ada, ben] = [await newUser({ name: 'Rude Word' }), await newUser({ name: 'Rude Word' })]
    const [first, second] = [
      await take(ada, { action: 'remove-text', field: 'name' }),
      await take(ben, { action: 'remove-text', field: 'name' }),
    ]
    expect((await ada.call(getUser)).body.name).toBe('Name removed')
    await ben.call(updateUser, { body: { name: 'Benedict' } })
    await lift(first, 'Rude Word')
    await lift(second, 'Rude Word')
    expect([(await ada.call(getUser)).body.name, (await ben.call(getUser)).body.name]).toEqual([
      'Rude Word',
      'Benedict',
    ])
  })

  test.each(['warn', 'uphold'] as const)('%s leaves the account as it is', async (action) => {
    const ada = await newUser()
    await take(ada, { action })
    expect((await ada.call(getUser)).body).toEqual(ada.user)
    expect(await isActive(ada)).toBe(true)
  })

  test('a measure about a user who is gone is no failure', async () => {
    const gone = { ...(await newUser()), user: { ...(await newUser()).user, id: 999_999 } }
    await take(gone, { action: 'ban' })
  })
})

describe('evidence', () => {
  test('profile and photo are those of the moment, the photo in parts', async () => {
    const ada = await newUser({ selfie: await photo() })
    const evidence = await request(nats, getProfileEvidence, { userId: ada.user.id })
    const { name, age, gender, orientation, username, createdAt } = ada.user
    expect(evidence?.profile).toEqual({ name, age, gender, orientation, username, createdAt })
    const version = evidence?.photoVersion ?? 0
    const whole = await request(nats, getPhotoPart, { userId: ada.user.id, version, offset: 0 })
    const shown = Buffer.from(await (await fetchAs(ada.identity, ada.user.selfie)).arrayBuffer())
    expect(Buffer.from(whole?.part ?? '', 'base64').equals(shown)).toBe(true)
    expect(whole?.totalBytes).toBe(shown.length)
    const rest = await request(nats, getPhotoPart, { userId: ada.user.id, version, offset: shown.length - 10 })
    expect(Buffer.from(rest?.part ?? '', 'base64').equals(shown.subarray(-10))).toBe(true)

    await ada.call(updateUser, { body: { selfie: null } })
    expect(await request(nats, getPhotoPart, { userId: ada.user.id, version, offset: 0 })).toBeNull()
  })

  test('a photo of another user is not found under this one', async () => {
    const [ada, ben] = [await newUser({ selfie: await photo() }), await newUser()]
    const { photoVersion: version = 0 } = (await request(nats, getProfileEvidence, { userId: ada.user.id })) ?? {}
    expect(await request(nats, getPhotoPart, { userId: ben.user.id, version, offset: 0 })).toBeNull()
    expect(await request(nats, getProfileEvidence, { userId: 999_999 })).toBeNull()
  })
})
