import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Identity } from '@zing/kit/http/internal-token'
import { errors } from '@zing/proto/errors'
import { confirmPassword, deleteAccount } from '@zing/proto/http/account'
import * as contract from '@zing/proto/http/auth'
import { addPhoto } from '@zing/proto/http/photos'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { request } from '@zing/testing/request'
import { startS3 } from '@zing/testing/s3'
import { NEEDS_S3, versitygw } from '@zing/testing/s3-server'
import { startStopwatch } from '@zing/testing/stopwatch'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Config } from '../../src/config.ts'
import { start } from '../../src/start.ts'
import { photo } from '../pictures.ts'
import { PASSWORD, setupAuth } from '../setup-auth.ts'

type Auth = Awaited<ReturnType<typeof setupAuth>>
interface StoredSelfie {
  _id: number
  userId: number
  key?: string
  createdAt: Date
  epoch: number
}
interface StoredBlob {
  _id: string
  bytes: { buffer: Uint8Array }
  createdAt: Date
  sha256: string
}

const HOUR_MS = 60 * 60 * 1_000
const SIZES = ['jpeg', 'medium', 'small'] as const

const collectionsOf = ({ db }: Pick<Auth, 'db'>) => ({
  selfies: db.collection<StoredSelfie>('selfies'),
  blobs: db.collection<StoredBlob>('blobs'),
  users: db.collection<{ _id: number }>('users'),
})

/** Gives the photos of a user the shape that version 0.2 has stored. */
async function asStoredBefore(auth: Auth, userId: number): Promise<void> {
  const { selfies, blobs, users } = collectionsOf(auth)
  for (const { _id, key } of await selfies.find({ userId }).toArray()) {
    const bytes = await Promise.all(SIZES.map((size) => blobs.findOne({ _id: `${key}/${size}` })))
    const $set = Object.fromEntries(SIZES.map((size, index) => [size, bytes[index]?.bytes]))
    await selfies.updateOne({ _id }, { $set, $unset: { key: 1 } })
    await blobs.deleteMany({ _id: { $in: SIZES.map((size) => `${key}/${size}`) } })
  }
  await users.updateOne({ _id: userId }, { $unset: { photoFolder: 1 } })
}

async function digestsOf({ fetchAs }: Auth, viewer: { identity: Identity }, path: string | null) {
  const responses = await Promise.all(
    ['', '?size=medium', '?size=small'].map((size) => fetchAs(viewer.identity, `${path}${size}`)),
  )
  return Promise.all(
    responses.map(async (response) => {
      expect(response.status).toBe(200)
      return createHash('sha256')
        .update(Buffer.from(await response.arrayBuffer()))
        .digest('hex')
    }),
  )
}

async function confirm({ call }: Awaited<ReturnType<Auth['newUser']>>) {
  expect((await call(confirmPassword, { body: { password: PASSWORD } })).status).toBe(204)
}

async function restart(env: Auth['env'], times = {}) {
  const restarted = await start(Config.parse(env), { times })
  onTestFinished(() => restarted.stop())
}

describe('photos in the store', async () => {
  const auth = await setupAuth()
  const { newUser, fetchAs, env } = auth
  const { selfies, blobs } = collectionsOf(auth)
  const isOf = (userId: number) => ({ userId })
  const blobsOf = async (keys: string[]) =>
    blobs.countDocuments({ _id: { $in: keys.flatMap((key) => SIZES.map((size) => `${key}/${size}`)) } })
  const keysOf = async (userId: number) => (await selfies.find(isOf(userId)).toArray()).map(({ key = '' }) => key)

  test('photos of a former version are served, replaced and moved into the store, byte for byte', async () => {
    const [ada, ben] = [await newUser({ selfie: await photo() }), await newUser({ selfie: await photo(30, 40) })]
    const before = await digestsOf(auth, ben, ada.user.selfie)
    for (const { user } of [ada, ben]) await asStoredBefore(auth, user.id)
    expect(await digestsOf(auth, ben, ada.user.selfie)).toEqual(before)
    const { body: second } = await ada.call(addPhoto, { body: { photo: await photo(50, 40) } })
    expect((await ben.call(contract.updateUser, { body: { selfie: null } })).status).toBe(200)
    expect(await selfies.countDocuments(isOf(ben.user.id))).toBe(0)

    await restart(env, { movePhotosMs: 1 })
    await vi.waitFor(async () => expect(await selfies.countDocuments({ key: { $exists: false } })).toBe(0), WAIT)
    expect(await selfies.findOne({ jpeg: { $exists: true } })).toBeNull()
    expect(await digestsOf(auth, ben, ada.user.selfie)).toEqual(before)
    expect((await fetchAs(ben.identity, second.path)).status).toBe(200)
    expect(await blobsOf(await keysOf(ada.user.id))).toBe(6)
  })

  test('a replaced photo, and all photos of a deleted account, leave no blob', async () => {
    const ada = await newUser({ selfie: await photo() })
    const [first = ''] = await keysOf(ada.user.id)
    expect(await blobsOf([first])).toBe(3)
    await ada.call(contract.updateUser, { body: { selfie: await photo(20, 20) } })
    await ada.call(addPhoto, { body: { photo: await photo(30, 30) } })
    const rest = await keysOf(ada.user.id)
    expect([await blobsOf([first]), await blobsOf(rest)]).toEqual([0, 6])
    await confirm(ada)
    expect((await ada.call(deleteAccount)).status).toBe(204)
    expect([await blobsOf(rest), await selfies.countDocuments(isOf(ada.user.id))]).toEqual([0, 0])
  })

  test('a reset deletes all earlier photos and blobs', async () => {
    const own = await setupAuth()
    await own.newUser({ selfie: await photo() })
    const stored = collectionsOf(own)
    expect(await stored.blobs.countDocuments()).toBe(3)
    await request(own.nats, resetOf('auth'), { epoch: 1 })
    expect([await stored.blobs.countDocuments(), await stored.selfies.countDocuments()]).toEqual([0, 0])
  })

  test('blobs that no photo names go after an hour, others stay', async () => {
    const ada = await newUser({ selfie: await photo() })
    const [key = ''] = await keysOf(ada.user.id)
    const old = new Date(Date.now() - 2 * HOUR_MS)
    const orphan = { bytes: { buffer: Buffer.from('x') }, sha256: 'x' }
    await blobs.updateMany({}, { $set: { createdAt: old } })
    await blobs.insertMany([
      { ...orphan, _id: 'folder/1234/jpeg', createdAt: old },
      { ...orphan, _id: 'unknown', createdAt: old },
      { ...orphan, _id: 'folder/1235/jpeg', createdAt: new Date() },
    ])
    await restart(env)
    const orphans = { _id: { $in: ['folder/1234/jpeg', 'unknown', 'folder/1235/jpeg'] } }
    await vi.waitFor(async () => expect(await blobs.distinct('_id', orphans)).toEqual(['folder/1235/jpeg']), WAIT)
    expect(await blobsOf([key])).toBe(3)
  })

  test('a damaged photo is an error, never other bytes; its other sizes are still served', async () => {
    const ada = await newUser({ selfie: await photo() })
    const [key] = await keysOf(ada.user.id)
    await blobs.updateOne({ _id: `${key}/small` }, { $set: { bytes: Buffer.from('other') as never } })
    const damaged = await fetchAs(ada.identity, `${ada.user.selfie}?size=small`)
    expect([damaged.status, await damaged.json()]).toEqual([500, errors.internal().body])
    expect((await fetchAs(ada.identity, ada.user.selfie)).status).toBe(200)
  })
})

describe(`photos in a bucket (${NEEDS_S3})`, () => {
  const it = test.skipIf(versitygw === null)

  it('photos move into a bucket while the product runs, and are deleted there', async () => {
    const auth = await setupAuth()
    const ada = await auth.newUser({ selfie: await photo() })
    const before = await digestsOf(auth, ada, ada.user.selfie)
    const s3 = await startS3()
    const inBucket = await setupAuth({ ...auth.env, ...s3.env }, { times: { movePhotosMs: 1 } })
    const { blobs, selfies } = collectionsOf(auth)
    await vi.waitFor(async () => expect(await blobs.countDocuments()).toBe(0), WAIT)
    expect(await digestsOf(inBucket, ada, ada.user.selfie)).toEqual(before)

    const eve = await inBucket.newUser({ selfie: await photo(20, 30) })
    expect(await blobs.countDocuments()).toBe(0)
    await digestsOf(inBucket, ada, eve.user.selfie)
    await confirm(ada)
    expect((await inBucket.clientOf(ada.identity).call(deleteAccount)).status).toBe(204)
    expect(await s3.objects()).toHaveLength(3)
    expect(await selfies.distinct('userId')).toEqual([eve.user.id])
  })

  it('while the bucket hangs, photos are 503 in time, none shows half-stored, others go on', async () => {
    const s3 = await startS3()
    const auth = await setupAuth(s3.env)
    const ada = await auth.newUser({ selfie: await photo() })
    s3.signal('SIGSTOP')
    const stopwatch = startStopwatch()
    const views = Array.from({ length: 30 }, () => auth.fetchAs(ada.identity, ada.user.selfie))
    const account = await ada.call(contract.getUser)
    expect([account.status, stopwatch.elapsedMs() < 3_000]).toEqual([200, true])
    expect(new Set((await Promise.all(views)).map(({ status }) => status))).toEqual(new Set([503]))
    const upload = await ada.call(addPhoto, { body: { photo: await photo(30, 30) } })
    expect([upload.status, (await ada.call(contract.getUser)).body.photos.length]).toEqual([503, 1])
    expect(stopwatch.elapsedMs()).toBeLessThan(30_000)
    s3.signal('SIGCONT')
    const isBack = async () => expect((await auth.fetchAs(ada.identity, ada.user.selfie)).status).toBe(200)
    await vi.waitFor(isBack, WAIT)
    expect((await ada.call(addPhoto, { body: { photo: await photo(30, 30) } })).status).toBe(201)
  })

  it('while the bucket is away, an account is deleted all the same, and its photos soon after', async () => {
    const s3 = await startS3()
    const auth = await setupAuth(s3.env)
    const ada = await auth.newUser({ selfie: await photo() })
    await confirm(ada)
    s3.signal('SIGSTOP')
    expect((await ada.call(deleteAccount)).status).toBe(204)
    expect((await ada.call(contract.getUser)).status).toBe(401)
    s3.signal('SIGCONT')
    const { selfies } = collectionsOf(auth)
    const tombstones = auth.db.collection<{ _id: number }>('tombstones')
    expect(await selfies.countDocuments()).toBe(1)
    await tombstones.updateOne({ _id: ada.user.id }, { $set: { at: new Date(Date.now() - HOUR_MS) } })
    await restart(auth.env)
    await vi.waitFor(async () => expect([await s3.objects(), await selfies.countDocuments()]).toEqual([[], 0]), WAIT)
  })
})

test('while the bucket answers 500, photos are 503 and the next call asks again', async () => {
  const bucket = createServer((_req, res) => void res.writeHead(500).end())
  bucket.listen(0, '127.0.0.1')
  afterTestOrFile(() => bucket.close())
  await vi.waitFor(() => expect(bucket.listening).toBe(true), WAIT)
  const S3_ENDPOINT = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`
  const s3 = { S3_REGION: 'us-east-1', S3_BUCKET: 'zing', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'y' }
  const auth = await setupAuth({ ...s3, S3_ENDPOINT, S3_FORCE_PATH_STYLE: 'true' })
  const ada = await auth.newUser()
  for (const _ of [1, 2]) {
    const { status } = await ada.call(addPhoto, { body: { photo: await photo(30, 30) } })
    expect([status, (await ada.call(contract.getUser)).body.photos]).toEqual([503, []])
  }
  expect((await ada.call(contract.getUser)).status).toBe(200)
})
