import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/auth'
import { PHOTO_VIEWS_PER_DAY } from '@zing/proto/limits'
import { blockCreated, userUpdated } from '@zing/proto/nats/events'
import { selfiePath } from '@zing/proto/paths'
import { WAIT } from '@zing/testing/wait'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { photo, versionOf } from '../pictures.ts'
import { setupAuth } from '../setup-auth.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const { db, events, publishEvent, anonymous, newUser, fetchAs } = await setupAuth()
const selfies = db.collection<{ _id: number; userId: number; createdAt: Date }>('selfies')
const notFound = errors.notFound().body

async function newUserWithPhoto() {
  const created = await newUser({ selfie: await photo() })
  return { ...created, version: versionOf(created.user.selfie), path: created.user.selfie }
}

test('SEC-51 a photo is sent with headers that keep it private', async () => {
  const ada = await newUserWithPhoto()
  const response = await fetchAs(ada.identity, ada.path)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'inline; filename="selfie.jpg"',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=50, must-revalidate',
    vary: 'Cookie',
    etag: `"${ada.version}"`,
  })
  expect(Buffer.from(await response.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
})

test('a photo is available in smaller sizes under the same rules, and in no others', async () => {
  const ada = await newUserWithPhoto()
  const small = await fetchAs(ada.identity, `${ada.path}?size=small`)
  expect([small.status, small.headers.get('etag')]).toEqual([200, `"${ada.version}-small"`])
  const { width, height, format } = await sharp(Buffer.from(await small.arrayBuffer())).metadata()
  expect({ width, height, format }).toEqual({ width: 320, height: 320, format: 'jpeg' })
  const medium = await fetchAs(ada.identity, `${ada.path}?size=medium`)
  expect((await sharp(Buffer.from(await medium.arrayBuffer())).metadata()).width).toBeLessThanOrEqual(720)
  expect((await fetchAs(null, `${ada.path}?size=small`)).status).toBe(401)
  expect((await fetchAs(ada.identity, `${ada.path}?size=huge`)).status).toBe(400)
})

test.each([
  ['the same version', (etag: string) => etag, 304],
  ['one of several', (etag: string) => `"0", W/${etag}`, 304],
  ['another version', () => '"0"', 200],
])('If-None-Match with %s gets the expected status', async (_case, ifNoneMatch, status) => {
  const ada = await newUserWithPhoto()
  const response = await fetchAs(ada.identity, ada.path, {
    'if-none-match': ifNoneMatch(`"${ada.version}"`),
    'cache-control': 'max-age=0', // browsers send this; fetch would send no-cache
  })
  expect(response.status).toBe(status)
  expect((await response.arrayBuffer()).byteLength > 0).toBe(status === 200)
})

test('SEC-50 a photo needs a session', async () => {
  const ada = await newUserWithPhoto()
  const response = await anonymous.call(contract.getSelfie, { params: { userId: ada.user.id, version: ada.version } })
  expect([response.status, response.body]).toEqual([401, errors.notSignedIn().body])
})

test('an unknown version, the version of another user and an unknown user are not found', async () => {
  const [ada, ben] = [await newUserWithPhoto(), await newUserWithPhoto()]
  for (const [userId, version] of [
    [ada.user.id, ada.version + 1_000],
    [ada.user.id, ben.version],
    [999_999, ada.version],
  ] as const) {
    const response = await ben.call(contract.getSelfie, { params: { userId, version } })
    expect([response.status, response.body]).toEqual([404, notFound])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  }
  const { status, body } = await ben.call(contract.getSelfie, { params: { userId: '1e1', version: 1 } })
  expect([status, body]).toEqual([400, errors.invalidRequest({ message: 'Invalid user ID' }).body])
})

test('SEC-56 a new photo removes the old one from its URL and from the database', async () => {
  const ada = await newUserWithPhoto()
  const { body: changed } = await ada.call(contract.updateUser, { body: { selfie: await photo(), age: 44 } })
  const selfie = selfiePath(ada.user.id, versionOf(changed.selfie))
  const photos = [{ id: String(versionOf(selfie)), path: selfie, isSelfie: true }]
  expect(changed).toEqual({ ...ada.user, age: 44, selfie, photos })
  expect((await fetchAs(ada.identity, ada.path)).status).toBe(404)
  expect((await fetchAs(ada.identity, changed.selfie)).status).toBe(200)
  expect(await selfies.distinct('_id', { userId: ada.user.id })).toEqual([versionOf(changed.selfie)])
  const updates = () => events.of(userUpdated).filter(({ profile }) => profile.id === ada.user.id)
  await vi.waitFor(() => expect(updates()).toMatchObject([{ rev: 2, profile: { selfie: changed.selfie } }]), WAIT)
})

test('a null selfie removes the photo, without a limit (3.users.selfie)', async () => {
  const ada = await newUserWithPhoto()
  for (let i = 0; i < 12; i++) {
    const removed = await ada.call(contract.updateUser, { body: { selfie: null } })
    expect([removed.status, removed.body]).toEqual([200, { ...ada.user, selfie: null, photos: [] }])
  }
  expect((await fetchAs(ada.identity, ada.path)).status).toBe(404)
  expect(await selfies.countDocuments({ userId: ada.user.id })).toBe(0)
})

test('when two new photos are concurrent, one is kept and the other deleted', async () => {
  const ada = await newUserWithPhoto()
  const both = await Promise.all([
    ada.call(contract.updateUser, { body: { selfie: await photo(10, 10) } }),
    ada.call(contract.updateUser, { body: { selfie: await photo(20, 20) } }),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const { body: current } = await ada.call(contract.getUser)
  expect((await fetchAs(ada.identity, current.selfie)).status).toBe(200)
  expect(await selfies.distinct('_id', { userId: ada.user.id })).toEqual([versionOf(current.selfie)])
})

test('SEC-57 the eleventh photo change within an hour is rejected and changes nothing', async () => {
  const ada = await newUser()
  const selfie = await photo(2, 2)
  for (let i = 0; i < 10; i++) expect((await ada.call(contract.updateUser, { body: { selfie } })).status).toBe(200)
  const rejected = await ada.call(contract.updateUser, { body: { selfie, age: 99 } })
  expect([rejected.status, rejected.body]).toEqual([429, errors.tooManyRequests().body])
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3_500)
  expect(await selfies.countDocuments({ userId: ada.user.id })).toBe(1)
  expect((await ada.call(contract.getUser)).body.age).toBe(ada.user.age)
})

test('SEC-50 a block hides photos in both directions, also when repeated, but not from others', async () => {
  const [ada, ben, eve] = [await newUserWithPhoto(), await newUserWithPhoto(), await newUserWithPhoto()]
  expect((await fetchAs(ben.identity, ada.path)).status).toBe(200)
  await publishEvent(blockCreated, { blockerId: ben.user.id, blockedId: ada.user.id })
  await publishEvent(blockCreated, { blockerId: ben.user.id, blockedId: ada.user.id })
  await vi.waitFor(async () => expect((await fetchAs(ben.identity, ada.path)).status).toBe(404), WAIT)

  const hidden = await ada.call(contract.getSelfie, { params: { userId: ben.user.id, version: ben.version } })
  expect([hidden.status, hidden.body]).toEqual([404, notFound])
  expect((await fetchAs(ada.identity, ada.path)).status).toBe(200)
  expect((await fetchAs(eve.identity, ada.path)).status).toBe(200)
  expect((await fetchAs(eve.identity, ben.path)).status).toBe(200)
  const pair = `${ada.user.id}:${ben.user.id}`
  expect(await db.collection('hiddenPairs').find({}).toArray()).toMatchObject([{ _id: pair, epoch: 0 }])
})

test('SEC-26 beyond the daily quota only photos of people seen today are served', async () => {
  const [ada, ben, cleo] = [await newUserWithPhoto(), await newUserWithPhoto(), await newUserWithPhoto()]
  const day = Math.floor(Date.now() / DAY_MS)
  const ids = Array.from({ length: PHOTO_VIEWS_PER_DAY - 1 }, (_, i) => 5_000_000 + i)
  const usage = { ids, expiresAt: new Date((day + 1) * DAY_MS) }
  await db
    .collection<{ _id: string; ids: number[]; expiresAt: Date }>('daily_usage')
    .insertOne({ _id: `${day}:${ada.user.id}`, ...usage })

  expect((await fetchAs(ada.identity, ben.path)).status).toBe(200)
  const refused = await fetchAs(ada.identity, cleo.path)
  expect([refused.status, await refused.json()]).toEqual([429, errors.tooManyRequests().body])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetchAs(ada.identity, `${ben.path}?size=small`)).status).toBe(200)
  expect((await fetchAs(ada.identity, ada.path)).status).toBe(200)
  expect((await fetchAs(ben.identity, cleo.path)).status).toBe(200)
})
