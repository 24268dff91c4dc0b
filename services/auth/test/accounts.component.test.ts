import { randomBytes } from 'node:crypto'
import { signInternalToken } from '@zing/kit/internal-token'
import { createLog } from '@zing/kit/log'
import { connectNats } from '@zing/kit/nats'
import { ask } from '@zing/kit/questions'
import { serviceClient } from '@zing/kit/testing/client'
import { createAnnounce, recordFacts } from '@zing/kit/testing/facts'
import { testEnv } from '@zing/kit/testing/servers'
import { SESSION_ENDED, SESSION_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/auth'
import { messages } from '@zing/proto/http/errors'
import { blockCreated, userRegistered, userUpdated } from '@zing/proto/nats/facts'
import { askProfile, askSession, countUsers, pageOfProfiles, resetOf } from '@zing/proto/nats/questions'
import jwt from 'jsonwebtoken'
import sharp from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'

const env = await testEnv()
const auth = await start(Config.parse(env))
const facts = await recordFacts(env.NATS_URL)
const announce = await createAnnounce(env.NATS_URL)
const nats = connectNats(env.NATS_URL, 'auth-test', createLog('auth-test', 'silent'))
await nats.connection
afterAll(() => Promise.all([auth.stop(), nats.drain()]))

const bound = { timeout: 10_000, interval: 20 }
const visitor = serviceClient(auth.url, env.INTERNAL_TOKEN_SECRET, null)

function details(more: Record<string, unknown> = {}) {
  const username = `ada.${randomBytes(4).toString('hex')}`
  return { name: 'Ada', age: 30, gender: 'female', orientation: 'gay', username, password: 'correct horse', ...more }
}

/** Registers somebody; returns them signed in. */
async function join(more: Record<string, unknown> = {}) {
  const body = details(more)
  const { status, body: user, headers } = await visitor.call(contract.registerUser, { body })
  expect([status, user.message]).toEqual([201, undefined])
  const token = headers.get(SESSION_HEADER) ?? ''
  const { sid } = jwt.decode(token) as { sid: string }
  return { ...serviceClient(auth.url, env.INTERNAL_TOKEN_SECRET, { userId: user.id, sid }), user, sid, token, body }
}

async function photo(width = 40, height = 60): Promise<string> {
  const jpeg = await sharp({ create: { width, height, channels: 3, background: '#d9214e' } })
    .jpeg()
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

function versionOf(path: string | null): number {
  return Number(path?.split('/').at(-1))
}

describe('registration', () => {
  test('makes one account, one session and one announcement, and tells no secret', async () => {
    const ada = await join()
    const { password: _password, ...shown } = ada.body
    expect(ada.user).toEqual({ ...shown, id: expect.any(Number), selfie: null, createdAt: expect.any(String) })
    expect(
      jwt.verify(ada.token, env.SESSION_SECRET, {
        algorithms: ['HS256'],
        issuer: 'zing-auth',
        audience: 'zing-gateway',
      }),
    ).toMatchObject({
      sub: String(ada.user.id),
    })
    expect(await ask(nats, askSession, { sid: ada.sid, userId: ada.user.id })).toEqual({ isLive: true })
    const { username: _username, ...profile } = ada.user
    await vi.waitFor(
      () =>
        expect(facts.of(userRegistered).filter((event) => event.profile.id === ada.user.id)).toMatchObject([
          { profile, rev: 1 },
        ]),
      bound,
    )
    expect(await ask(nats, askProfile, { userId: ada.user.id })).toEqual({ profile, rev: 1 })
  })

  test('twenty at once of one name in different case make one account', async () => {
    const { username } = details()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        visitor.call(contract.registerUser, { body: details({ username: i % 2 ? username : username.toUpperCase() }) }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      message: messages.usernameTaken,
      code: 'USERNAME_TAKEN',
    })
    expect((await visitor.call(contract.checkUsername, { query: { username: username.toUpperCase() } })).status).toBe(
      409,
    )
  })

  test('SEC-24 takes only the fields of the contract', async () => {
    const ada = await join({ id: 1, _id: 1, createdAt: '2000-01-01', isAdmin: true, passwordHash: 'x', __v: 9 })
    expect(ada.user.id).not.toBe(1)
    expect(Object.keys(ada.user).toSorted()).toEqual(
      ['age', 'createdAt', 'gender', 'id', 'name', 'orientation', 'selfie', 'username'].toSorted(),
    )
  })

  test.each(['name', 'age', 'gender', 'orientation', 'username', 'password', 'selfie'])(
    'SEC-30 an operator as %s is refused',
    async (field) => {
      for (const value of [{ $ne: null }, { $gt: '' }, ['a'], { a: { $regex: '.*' } }]) {
        expect((await visitor.call(contract.registerUser, { body: details({ [field]: value }) })).status).toBe(400)
      }
    },
  )
})

describe('login', () => {
  test('opens a new session each time, whatever the case of the name', async () => {
    const ada = await join()
    const answer = await visitor.call(contract.login, {
      body: { username: ada.body.username.toUpperCase(), password: 'correct horse' },
    })
    expect(answer).toMatchObject({ status: 200, body: ada.user })
    expect((jwt.decode(answer.headers.get(SESSION_HEADER) ?? '') as { sid: string }).sid).not.toBe(ada.sid)
  })

  test('answers alike for an unknown name and a wrong password', async () => {
    const ada = await join()
    const wrong = await visitor.call(contract.login, { body: { username: ada.body.username, password: 'wrong' } })
    const unknown = await visitor.call(contract.login, { body: { username: 'no.such.name', password: 'wrong' } })
    expect([wrong.status, wrong.body]).toEqual([401, { message: messages.wrongCredentials }])
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  test('SEC-48 guessing at one account is slowed down, others are not, and open sessions go on', async () => {
    const [ada, ben] = [await join(), await join()]
    const guess = () => visitor.call(contract.login, { body: { username: ada.body.username, password: 'wrong' } })
    for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(401)
    const limited = await guess()
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await ada.call(contract.getUser)).status).toBe(200)
    expect(
      (await visitor.call(contract.login, { body: { username: ben.body.username, password: 'correct horse' } })).status,
    ).toBe(200)
    const right = () =>
      visitor.call(contract.login, { body: { username: ada.body.username, password: 'correct horse' } })
    await vi.waitFor(async () => expect((await right()).status).toBe(200), bound)
  })
})

test('logging out ends the session in the database before the answer', async () => {
  const ada = await join()
  const answer = await ada.call(contract.logout)
  expect([answer.status, answer.headers.get(SESSION_HEADER)]).toEqual([204, SESSION_ENDED])
  expect(await ask(nats, askSession, { sid: ada.sid, userId: ada.user.id })).toEqual({ isLive: false })
})

test('a session is only its own person’s', async () => {
  const [ada, ben] = [await join(), await join()]
  expect(await ask(nats, askSession, { sid: ada.sid, userId: ben.user.id })).toEqual({ isLive: false })
})

describe('profile', () => {
  test('a change is announced once, with a higher rev; nothing given changes nothing', async () => {
    const ada = await join()
    const changed = await ada.call(contract.updateUser, { body: { name: 'Ada Byron', age: 120, username: 'x', id: 1 } })
    expect(changed).toMatchObject({ status: 200, body: { ...ada.user, name: 'Ada Byron', age: 120 } })
    expect((await ada.call(contract.updateUser, { body: {} })).body).toEqual(changed.body)
    const updates = () => facts.of(userUpdated).filter(({ profile }) => profile.id === ada.user.id)
    await vi.waitFor(() => expect(updates()).toMatchObject([{ rev: 2, profile: { name: 'Ada Byron' } }]), bound)
  })

  test('ten changes at once all take effect, one after another', async () => {
    const ada = await join()
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) => [
        ada.call(contract.updateUser, { body: { age: 40 + i } }),
        ada.call(contract.updateUser, { body: { gender: `g${i}` } }),
      ]).flat(),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await ask(nats, askProfile, { userId: ada.user.id })).toMatchObject({ rev: 11 })
  })

  test.each([
    [{ age: 17 }, 'You must be at least 18 years old.'],
    [{ age: 121 }, 'Age must be less than 120.'],
    [{ name: 'A' }, 'Name must be at least 2 characters.'],
    [{ gender: '' }, 'Please select a gender.'],
    [{ orientation: '' }, 'Please select an orientation.'],
    [{ selfie: 'http://169.254.169.254/' }, 'Invalid image'],
  ])('%j is refused with its text', async (body, message) => {
    const ada = await join()
    expect(await ada.call(contract.updateUser, { body })).toMatchObject({ status: 400, body: { message } })
  })

  test('SEC-17 somebody whose account is gone is not signed in', async () => {
    const ghost = serviceClient(auth.url, env.INTERNAL_TOKEN_SECRET, { userId: 999_999, sid: 'x' })
    expect(await ghost.call(contract.getUser)).toMatchObject({ status: 401, body: { message: messages.notSignedIn } })
  })
})

describe('photos', () => {
  test('are kept as small upright JPEGs without metadata', async () => {
    const original = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#00f' } })
      .withExif({ IFD0: { Copyright: 'canary' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const ada = await join({ selfie: `data:image/jpeg;base64,${original.toString('base64')}` })
    const shown = await fetch(`${auth.url}${ada.user.selfie}`, { headers: tokenOf(ada) })
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 540, height: 1080 })
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.includes('canary')).toBe(false)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=300',
      vary: 'Cookie',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    const again = await fetch(`${auth.url}${ada.user.selfie}`, {
      headers: { ...tokenOf(ada), 'if-none-match': shown.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  test('SEC-56 a new photo makes the old one disappear, and none at all is possible', async () => {
    const ada = await join({ selfie: await photo() })
    const old = { userId: ada.user.id, version: versionOf(ada.user.selfie) }
    const { body: changed } = await ada.call(contract.updateUser, { body: { selfie: await photo() } })
    const fresh = { userId: ada.user.id, version: versionOf(changed.selfie) }
    expect((await ada.call(contract.getSelfie, { params: old })).status).toBe(404)
    expect((await ada.call(contract.getSelfie, { params: fresh })).status).toBe(200)
    expect((await ada.call(contract.updateUser, { body: { selfie: null } })).body.selfie).toBeNull()
    expect((await ada.call(contract.getSelfie, { params: fresh })).status).toBe(404)
  })

  test('SEC-57 the eleventh change within an hour is refused', async () => {
    const ada = await join()
    const selfie = await photo(2, 2)
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await ada.call(contract.updateUser, { body: { selfie } })).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  test('SEC-50 a block hides them in both directions, also when it is told twice', async () => {
    const [ada, ben] = [await join({ selfie: await photo() }), await join({ selfie: await photo() })]
    const params = { userId: ada.user.id, version: versionOf(ada.user.selfie) }
    expect((await ben.call(contract.getSelfie, { params })).status).toBe(200)
    await announce(blockCreated, { blockerId: ada.user.id, blockedId: ben.user.id })
    await announce(blockCreated, { blockerId: ada.user.id, blockedId: ben.user.id })
    await vi.waitFor(async () => expect((await ben.call(contract.getSelfie, { params })).status).toBe(404), bound)
    const other = { userId: ben.user.id, version: versionOf(ben.user.selfie) }
    expect((await ada.call(contract.getSelfie, { params: other })).status).toBe(404)
    expect((await (await join()).call(contract.getSelfie, { params })).status).toBe(200)
  })

  test.each([
    ['SVG called JPEG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['HTML called JPEG', Buffer.from('<html></html>')],
    ['GIF called JPEG', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')],
    ['a JPEG that ends too early', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ])('SEC-52 %s is refused', async (_what, bytes) => {
    const selfie = `data:image/jpeg;base64,${bytes.toString('base64')}`
    expect(await visitor.call(contract.registerUser, { body: details({ selfie }) })).toMatchObject({
      status: 400,
      body: { message: 'Invalid image' },
    })
  })

  test('SEC-52 what hangs behind a JPEG is not kept', async () => {
    const bytes = Buffer.concat([
      Buffer.from((await photo()).split(',')[1] ?? '', 'base64'),
      Buffer.from('<script>canary</script>'),
    ])
    const ada = await join({ selfie: `data:image/jpeg;base64,${bytes.toString('base64')}` })
    const shown = await fetch(`${auth.url}${ada.user.selfie}`, { headers: tokenOf(ada) })
    expect(Buffer.from(await shown.arrayBuffer()).includes('canary')).toBe(false)
  })

  test('SEC-53 a pixel bomb is refused quickly', async () => {
    const bomb = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    const selfie = `data:image/png;base64,${bomb.toString('base64')}`
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => visitor.call(contract.registerUser, { body: details({ selfie }) })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
  })

  test('SEC-55 one character too many is refused with its text', async () => {
    const selfie = 'data:image/jpeg;base64,'.padEnd(5_000_001, 'A')
    expect(await visitor.call(contract.registerUser, { body: details({ selfie }) })).toMatchObject({
      status: 400,
      body: { message: 'Image too large' },
    })
  })
})

test('everybody can be read page by page, and a reset leaves nobody and nothing', async () => {
  const ada = await join({ selfie: await photo() })
  const { items, next } = await ask(nats, pageOfProfiles, { after: String(ada.user.id - 1) })
  expect(items.map(({ profile }) => profile.id)).toContain(ada.user.id)
  expect(next).toBeNull()
  expect((await ask(nats, countUsers, {})).users).toBeGreaterThan(0)

  expect(await ask(nats, resetOf('auth'), { epoch: 1 }, 5_000)).toEqual({ epoch: 1 })
  expect(await ask(nats, resetOf('auth'), { epoch: 1 }, 5_000)).toEqual({ epoch: 1 })
  expect(await ask(nats, countUsers, {})).toEqual({ users: 0 })
  expect((await ada.call(contract.getUser)).status).toBe(401)
  expect(await ask(nats, askSession, { sid: ada.sid, userId: ada.user.id })).toEqual({ isLive: false })
  const eve = await join()
  expect(eve.user.id).toBeGreaterThan(ada.user.id)
  expect(await ask(nats, countUsers, {})).toEqual({ users: 1 })
})

function tokenOf({ user, sid }: { user: { id: number }; sid: string }): Record<string, string> {
  return { authorization: `Bearer ${signInternalToken(env.INTERNAL_TOKEN_SECRET, { userId: user.id, sid })}` }
}
