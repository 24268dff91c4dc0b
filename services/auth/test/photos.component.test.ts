import * as contract from '@zing/proto/http/auth'
import { messages } from '@zing/proto/http/errors'
import { blockCreated, userUpdated } from '@zing/proto/nats/events'
import { selfiePath } from '@zing/proto/paths'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { photo, versionOf } from './pictures.ts'
import { soon, startAuth } from './setup-auth.ts'

const { db, facts, announce, visitor, join, fetchAs } = await startAuth()
const selfies = db.collection<{ _id: number; userId: number; createdAt: Date }>('selfies')
const notFound = { message: messages.notFound }

/** Somebody with a photo. */
async function shown() {
  const person = await join({ selfie: await photo() })
  return { ...person, version: versionOf(person.user.selfie), path: person.user.selfie }
}

test('SEC-51 a photo comes with everything that keeps it private', async () => {
  const ada = await shown()
  const answer = await fetchAs(ada.identity, ada.path)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'inline; filename="selfie.jpg"',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=300',
    vary: 'Cookie',
    etag: `"${ada.version}"`,
  })
  expect(Buffer.from(await answer.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
})

test('a photo also comes smaller, under the same rules; other sizes do not exist', async () => {
  const ada = await shown()
  const small = await fetchAs(ada.identity, `${ada.path}?size=small`)
  expect([small.status, small.headers.get('etag')]).toEqual([200, `"${ada.version}-small"`])
  const { width, height, format } = await sharp(Buffer.from(await small.arrayBuffer())).metadata()
  expect({ width, height, format }).toEqual({ width: 320, height: 320, format: 'jpeg' })
  const medium = await fetchAs(ada.identity, `${ada.path}?size=medium`)
  expect((await sharp(Buffer.from(await medium.arrayBuffer())).metadata()).width).toBeLessThanOrEqual(720)
  expect((await fetchAs(null, `${ada.path}?size=small`)).status).toBe(401)
  expect((await fetchAs(ada.identity, `${ada.path}?size=huge`)).status).toBe(400)

  await selfies.updateOne({ _id: ada.version }, { $unset: { small: 1 } })
  const whole = await fetchAs(ada.identity, `${ada.path}?size=small`)
  expect(whole.status, 'a photo from before there were small ones').toBe(200)
})

test.each([
  ['the same version', (etag: string) => etag, 304],
  ['one of several', (etag: string) => `"0", W/${etag}`, 304],
  ['another version', () => '"0"', 200],
])('who has %s is answered accordingly', async (_what, ifNoneMatch, status) => {
  const ada = await shown()
  const answer = await fetchAs(ada.identity, ada.path, {
    'if-none-match': ifNoneMatch(`"${ada.version}"`),
    'cache-control': 'max-age=0', // as browsers do; fetch by itself would ask for the bytes anew
  })
  expect(answer.status).toBe(status)
  expect((await answer.arrayBuffer()).byteLength > 0).toBe(status === 200)
})

test('SEC-50 without a session there is none', async () => {
  const ada = await shown()
  const answer = await visitor.call(contract.getSelfie, { params: { userId: ada.user.id, version: ada.version } })
  expect([answer.status, answer.body]).toEqual([401, { message: messages.notSignedIn }])
})

test('another version, another person’s version, and nobody’s are not found', async () => {
  const [ada, ben] = [await shown(), await shown()]
  for (const [userId, version] of [
    [ada.user.id, ada.version + 1_000],
    [ada.user.id, ben.version],
    [999_999, ada.version],
  ] as const) {
    const answer = await ben.call(contract.getSelfie, { params: { userId, version } })
    expect([answer.status, answer.body]).toEqual([404, notFound])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  }
  const { status, body } = await ben.call(contract.getSelfie, { params: { userId: '1e1', version: 1 } })
  expect([status, body]).toEqual([400, { message: 'Invalid user ID' }])
})

test('SEC-56 a new photo makes the old one disappear, from the URL and from the database', async () => {
  const ada = await shown()
  const { body: changed } = await ada.call(contract.updateUser, { body: { selfie: await photo(), age: 44 } })
  expect(changed).toEqual({ ...ada.user, age: 44, selfie: selfiePath(ada.user.id, versionOf(changed.selfie)) })
  expect((await fetchAs(ada.identity, ada.path)).status).toBe(404)
  expect((await fetchAs(ada.identity, changed.selfie)).status).toBe(200)
  expect(await selfies.distinct('_id', { userId: ada.user.id })).toEqual([versionOf(changed.selfie)])
  const told = () => facts.of(userUpdated).filter(({ profile }) => profile.id === ada.user.id)
  await vi.waitFor(() => expect(told()).toMatchObject([{ rev: 2, profile: { selfie: changed.selfie } }]), soon)
})

test('null takes the photo away, and as often as one likes', async () => {
  const ada = await shown()
  for (let i = 0; i < 12; i++) {
    const removed = await ada.call(contract.updateUser, { body: { selfie: null } })
    expect([removed.status, removed.body]).toEqual([200, { ...ada.user, selfie: null }])
  }
  expect((await fetchAs(ada.identity, ada.path)).status).toBe(404)
  expect(await selfies.countDocuments({ userId: ada.user.id })).toBe(0)
})

test('of two new photos at once one is shown, whole, and the other is gone', async () => {
  const ada = await shown()
  const both = await Promise.all([
    ada.call(contract.updateUser, { body: { selfie: await photo(10, 10) } }),
    ada.call(contract.updateUser, { body: { selfie: await photo(20, 20) } }),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const { body: now } = await ada.call(contract.getUser)
  expect((await fetchAs(ada.identity, now.selfie)).status).toBe(200)
  expect(await selfies.distinct('_id', { userId: ada.user.id })).toEqual([versionOf(now.selfie)])
})

test('SEC-57 the eleventh new photo within an hour is refused, and nothing of it stays', async () => {
  const ada = await join()
  const selfie = await photo(2, 2)
  for (let i = 0; i < 10; i++) expect((await ada.call(contract.updateUser, { body: { selfie } })).status).toBe(200)
  const refused = await ada.call(contract.updateUser, { body: { selfie, age: 99 } })
  expect([refused.status, refused.body]).toEqual([429, { message: messages.tooManyRequests }])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
  expect(await selfies.countDocuments({ userId: ada.user.id })).toBe(1)
  expect((await ada.call(contract.getUser)).body.age).toBe(ada.user.age)
})

test('SEC-50 a block hides photos in both directions, also when it is told twice, and from nobody else', async () => {
  const [ada, ben, eve] = [await shown(), await shown(), await shown()]
  expect((await fetchAs(ben.identity, ada.path)).status).toBe(200)
  await announce(blockCreated, { blockerId: ben.user.id, blockedId: ada.user.id })
  await announce(blockCreated, { blockerId: ben.user.id, blockedId: ada.user.id })
  await vi.waitFor(async () => expect((await fetchAs(ben.identity, ada.path)).status).toBe(404), soon)

  const hidden = await ada.call(contract.getSelfie, { params: { userId: ben.user.id, version: ben.version } })
  expect([hidden.status, hidden.body]).toEqual([404, notFound])
  expect((await fetchAs(ada.identity, ada.path)).status).toBe(200)
  expect((await fetchAs(eve.identity, ada.path)).status).toBe(200)
  expect((await fetchAs(eve.identity, ben.path)).status).toBe(200)
  const pair = `${ada.user.id}:${ben.user.id}`
  expect(await db.collection('hiddenPairs').find({}).toArray()).toEqual([{ _id: pair, epoch: 0 }])
})
