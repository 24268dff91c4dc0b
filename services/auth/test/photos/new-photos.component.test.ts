import { errors } from '@zing/proto/errors'
import { getSelfie, getUser, updateUser } from '@zing/proto/http/auth'
import * as contract from '@zing/proto/http/photos'
import { IMAGE_MAX_PIXELS_PER_SIDE, PHOTO_UPLOADS_PER_DAY, PHOTOS_MAX } from '@zing/proto/limits'
import { blockCreated, userUpdated } from '@zing/proto/nats/events'
import type { Photo } from '@zing/proto/profiles/story'
import { WAIT } from '@zing/testing/wait'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { dataUrl, fileOf, photo, plain } from '../pictures.ts'
import { setupAuth } from '../setup-auth.ts'

const HOUR_MS = 60 * 60 * 1_000
const { db, events, publishEvent, anonymous, newUser, fetchAs } = await setupAuth()
const users = db.collection<{ _id: number; photoAdditions?: number[]; photos?: { version: number }[] }>('users')
const selfies = db.collection<{ _id: number; userId: number }>('selfies')

type User = Awaited<ReturnType<typeof newUser>>

/** Each picture has another size, so that no two are the same. */
let lastWidth = 40
function nextPicture(): Promise<string> {
  lastWidth += 1
  return photo(lastWidth, 50)
}

async function add(user: User, picture?: string) {
  return user.call(contract.addPhoto, { body: { photo: picture ?? (await nextPicture()) } })
}

/** Uploads one picture after the other, as clients do: each user can have one waiting upload. */
function addInTurn(user: User, picture: string) {
  return vi.waitFor(async () => {
    const response = await add(user, picture)
    expect(response.status).not.toBe(429)
    return response
  }, WAIT)
}

async function added(user: User, count: number): Promise<Photo[]> {
  const photos: Photo[] = []
  for (let i = 0; i < count; i++) {
    const { status, body } = await add(user)
    expect(status).toBe(201)
    photos.push({ id: body.id, path: body.path })
  }
  return photos
}

const photosOf = async (user: User) => (await user.call(getUser)).body.photos
const idsOf = (photos: Photo[]) => photos.map(({ id }) => id)
const storedOf = ({ user }: User) => selfies.countDocuments({ userId: user.id })
const updatesOf = ({ user }: User) => events.of(userUpdated).filter(({ profile }) => profile.id === user.id)

describe('a new photo', () => {
  test('it is placed behind the selfie, stored in three sizes, and published (10.story.photos.add)', async () => {
    const ada = await newUser({ selfie: await photo() })
    const { status, body } = await add(ada)
    expect([status, body]).toEqual([201, { id: expect.stringMatching(/^\d+$/), path: expect.any(String) }])
    const [selfie, second] = await photosOf(ada)
    expect([selfie?.path, second]).toEqual([ada.user.selfie, body])
    for (const size of ['', '?size=medium', '?size=small']) {
      const response = await fetchAs(ada.identity, `${body.path}${size}`)
      expect([size, response.status, response.headers.get('content-type')]).toEqual([size, 200, 'image/jpeg'])
    }
    await vi.waitFor(
      () => expect(updatesOf(ada)).toMatchObject([{ rev: 2, profile: { photos: [{ path: selfie?.path }, body] } }]),
      WAIT,
    )
  })

  test('it stays when the selfie is added, changed or removed (10.story.photos.selfie)', async () => {
    const ada = await newUser()
    const [first] = await added(ada, 1)
    const { body: withSelfie } = await ada.call(updateUser, { body: { selfie: await photo() } })
    expect(withSelfie.photos).toEqual([{ id: expect.any(String), path: withSelfie.selfie, isSelfie: true }, first])
    const { body: changed } = await ada.call(updateUser, { body: { selfie: await photo(20, 20) } })
    expect(changed.photos).toEqual([{ id: expect.any(String), path: changed.selfie, isSelfie: true }, first])
    const { body: without } = await ada.call(updateUser, { body: { selfie: null } })
    expect([without.photos, without.selfie]).toEqual([[first], first?.path])
    expect(await storedOf(ada)).toBe(1)
  })

  test('a repeated upload adds it once, even concurrently (10.story.photos.retry)', async () => {
    const ada = await newUser()
    const picture = await nextPicture()
    const responses = await Promise.all(Array.from({ length: 3 }, () => addInTurn(ada, picture)))
    const again = await add(ada, picture)
    const asFile = await ada.call(contract.addPhoto, { body: fileOf(picture) })
    const ids = [...responses, again, asFile].map(({ status, body }) => [status, body.id])
    const [only] = await photosOf(ada)
    expect(ids).toEqual(Array(5).fill([201, only?.id]))
    expect(await photosOf(ada)).toHaveLength(1)
    expect(await storedOf(ada)).toBe(1)
    await vi.waitFor(() => expect(updatesOf(ada).map(({ rev }) => rev)).toEqual([2]), WAIT)
  })

  test('a profile has six, even after concurrent uploads, and one place is reserved for the selfie (10.story.photos.max)', async () => {
    const ada = await newUser()
    const pictures = await Promise.all(Array.from({ length: 9 }, nextPicture))
    const responses = await Promise.all(pictures.map((picture) => addInTurn(ada, picture)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(PHOTOS_MAX - 1)
    const refused = responses.filter(({ status }) => status === 409).map(({ body }) => body)
    expect(refused).toEqual(Array(4).fill(errors.tooManyPhotos().body))
    await ada.call(updateUser, { body: { selfie: await photo() } })
    expect(await photosOf(ada)).toHaveLength(PHOTOS_MAX)
    expect((await add(ada)).status).toBe(409)
    expect(await storedOf(ada)).toBe(PHOTOS_MAX)
  })

  test.each([
    [{}, 'Invalid image'],
    [{ photo: null }, 'Invalid image'],
    [{ photo: 'http://169.254.169.254/' }, 'Invalid image'],
    [{ photo: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'Invalid image'],
    [{ photo: dataUrl(Buffer.from('GIF89a')) }, 'Invalid image'],
    [{ photo: { $ne: null } }, 'Invalid image'],
    [{ photo: 'data:image/jpeg;base64,'.padEnd(5_000_001, 'A') }, 'Image too large'],
  ])('SEC-52 the upload %# is rejected and changes nothing (10.story.photos.checks)', async (body, message) => {
    const ada = await newUser()
    const response = await ada.call(contract.addPhoto, { body })
    expect([response.status, response.body]).toEqual([400, { message, code: expect.any(String) }])
    expect((await ada.call(getUser)).body).toEqual(ada.user)
    expect(await storedOf(ada)).toBe(0)
  })

  test('SEC-52 SEC-53 SEC-54 at all six places auth refuses hostile pictures and removes metadata', async () => {
    const ada = await newUser()
    const bomb = dataUrl(await plain(5_001, 5_000).jpeg().toBuffer())
    const truncated = dataUrl((await plain(600, 600).jpeg().toBuffer()).subarray(0, 500))
    const disguised = dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
    for (let place = 0; place < PHOTOS_MAX; place++) {
      const upload = (picture: string) =>
        place === 0 ? ada.call(updateUser, { body: { selfie: picture } }) : add(ada, picture)
      for (const hostile of [bomb, truncated, disguised]) {
        const { status, body } = await upload(hostile)
        expect([place, status, body]).toEqual([place, 400, errors.invalidImage().body])
      }
      expect(await photosOf(ada)).toHaveLength(place)
      const large = plain(1_500 + place, 1_200).jpeg()
      const secret = await large.withExif({ IFD0: { Copyright: 'Secret place' } }).toBuffer()
      expect((await upload(dataUrl(secret))).status).toBeLessThan(300)
    }
    const photos = await photosOf(ada)
    expect(photos).toHaveLength(PHOTOS_MAX)
    for (const path of photos.flatMap((one) => [one.path, `${one.path}?size=medium`, `${one.path}?size=small`])) {
      const shown = Buffer.from(await (await fetchAs(ada.identity, path)).arrayBuffer())
      const { width, height, format, exif } = await sharp(shown).metadata()
      expect([path, format, exif, Math.max(width, height) <= IMAGE_MAX_PIXELS_PER_SIDE]).toEqual([
        ...[path, 'jpeg', undefined, true],
      ])
    }
  })

  test('SEC-53 a user has one waiting upload, and refused uploads do not count as attempts', async () => {
    const ada = await newUser()
    const pictures = await Promise.all(Array.from({ length: 12 }, nextPicture))
    const responses = await Promise.all(pictures.map((picture) => add(ada, picture)))
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const { body } of refused) expect(body).toEqual(errors.tooManyRequests().body)
    const stored = await users.findOne({ _id: ada.user.id })
    expect(stored?.photoAdditions?.length).toBeLessThanOrEqual(responses.length - refused.length)
    expect(stored?.photos).toHaveLength(responses.filter(({ status }) => status === 201).length)
  })

  test('SEC-57 the 21st attempt of a day is refused; failures count, retries of a photo do not (10.story.photos.day)', async () => {
    const ada = await newUser()
    const failing = dataUrl((await plain(80, 80).jpeg().toBuffer()).subarray(0, 200))
    const picture = await nextPicture()
    expect((await add(ada, picture)).status).toBe(201)
    for (let i = 1; i < PHOTO_UPLOADS_PER_DAY; i++) expect((await add(ada, failing)).status).toBe(400)
    const refused = await add(ada)
    expect([refused.status, refused.body]).toEqual([429, errors.noPhotosLeft().body])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600)
    expect((await add(ada, picture)).status).toBe(201)
    expect((await users.findOne({ _id: ada.user.id }))?.photoAdditions).toHaveLength(PHOTO_UPLOADS_PER_DAY)
    expect((await ada.call(updateUser, { body: { selfie: await photo() } })).status, 'the selfie has its own').toBe(200)

    const yesterday = Date.now() - 24 * HOUR_MS
    await users.updateOne({ _id: ada.user.id }, { $set: { 'photoAdditions.0': yesterday } })
    expect((await add(ada)).status).toBe(201)
    expect((await add(ada)).status).toBe(429)
  })
})

describe('the order of photos', () => {
  const order = (user: User, ids: unknown) => user.call(contract.orderPhotos, { body: { order: ids } })

  test('it changes and is published; an unchanged order is not (10.story.photos.order)', async () => {
    const ada = await newUser({ selfie: await photo() })
    const [a, b, c] = await added(ada, 3)
    const [selfie] = await photosOf(ada)
    const wanted = [selfie, c, a, b] as Photo[] // there are four
    for (let i = 0; i < 2; i++) {
      const { status, body } = await order(ada, idsOf(wanted))
      expect([status, body]).toEqual([200, wanted])
    }
    expect(await photosOf(ada)).toEqual(wanted)
    await ada.call(updateUser, { body: { age: 44 } })
    await vi.waitFor(() => expect(updatesOf(ada).map(({ rev }) => rev)).toEqual([2, 3, 4, 5, 6]), WAIT)
    expect(idsOf(updatesOf(ada)[3]?.profile.photos ?? [])).toEqual(idsOf(wanted))
  })

  test('any photo can be the main one, until a new selfie comes first (10.story.photos.main)', async () => {
    const ada = await newUser({ selfie: await photo() })
    const [first, second] = (await added(ada, 2)) as [Photo, Photo] // there are two
    const [selfie] = (await photosOf(ada)) as [Photo]
    const tabs = [
      [first.id, selfie.id, second.id],
      [second.id, first.id, selfie.id],
    ]
    const both = await Promise.all(tabs.map((ids) => order(ada, ids)))
    expect(both.map(({ status, body }) => [status, idsOf(body)])).toEqual(tabs.map((ids) => [200, ids]))
    expect(tabs).toContainEqual(idsOf(await photosOf(ada))) // one of the two as a whole

    await order(ada, [first.id, second.id, selfie.id])
    expect((await ada.call(getUser)).body).toMatchObject({
      selfie: first.path,
      photos: [first, second, { ...selfie, isSelfie: true }],
    })
    await vi.waitFor(() => expect(updatesOf(ada).at(-1)?.profile.selfie).toBe(first.path), WAIT)
    await ada.call(contract.deletePhoto, { params: { id: Number(first.id) } })
    expect((await ada.call(getUser)).body.selfie).toBe(second.path)
    const { body: changed } = await ada.call(updateUser, { body: { selfie: await photo(20, 20) } })
    expect(changed.photos).toEqual([{ id: expect.any(String), path: changed.selfie, isSelfie: true }, second])
  })

  test('a selfie is live if the client says so, for others too, and no upload is (10.story.photos.live)', async () => {
    const eve = (await newUser({ selfie: await photo(), isLiveSelfie: true })).user
    expect(eve.photos).toEqual([{ id: expect.any(String), path: eve.selfie, isLive: true, isSelfie: true }])
    const ada = await newUser({ selfie: await photo() })
    expect((await photosOf(ada))[0]).not.toHaveProperty('isLive')
    await ada.call(updateUser, { body: { isLiveSelfie: true } }) // about no new selfie
    expect((await photosOf(ada))[0]).not.toHaveProperty('isLive')
    await ada.call(updateUser, { body: { selfie: await nextPicture(), isLiveSelfie: true } })
    const other = await added(ada, 1)
    const [selfie] = await photosOf(ada)
    await order(ada, idsOf([...other, selfie as Photo]))
    await vi.waitFor(() => expect(updatesOf(ada)).toHaveLength(3), WAIT)
    expect(updatesOf(ada).at(-1)?.profile.photos).toEqual([
      ...other,
      { id: selfie?.id, path: selfie?.path, isLive: true },
    ])
    const uploaded = await ada.call(updateUser, { body: fileOf(await nextPicture()) })
    expect(uploaded.body.photos.some(({ isLive }) => isLive)).toBe(false)
  })

  test('ids from outside the profile are refused', async () => {
    const ada = await newUser({ selfie: await photo() })
    const ben = await newUser({ selfie: await photo() })
    await added(ada, 2)
    const photos = await photosOf(ada)
    const [selfie = '', first = '', second = ''] = idsOf(photos)
    const [other = ''] = idsOf(await photosOf(ben))
    const changed = errors.photosChanged().body
    for (const ids of [[selfie, first], [selfie, first, second, other], [selfie, first, other], []])
      expect(await order(ada, ids)).toMatchObject({ status: 409, body: changed })
    for (const ids of [[selfie, first, first], Array(7).fill(selfie), 'all', null])
      expect(await order(ada, ids)).toMatchObject({
        status: 400,
        body: errors.invalidRequest({ message: 'Invalid order' }).body,
      })
    for (const ids of [[selfie, first, 'x'], [Number(selfie)], [{ $gt: 0 }]])
      expect(await order(ada, ids)).toMatchObject({
        status: 400,
        body: errors.invalidRequest({ message: 'Invalid photo ID' }).body,
      })
    expect(await photosOf(ada)).toEqual(photos)
  })

  test('after concurrent orders, uploads and deletions every photo of the profile exists', async () => {
    const ada = await newUser()
    const [a, b, c] = await added(ada, 3)
    const ids = idsOf([a, b, c] as Photo[]) // there are three
    const pictures = await Promise.all([nextPicture(), nextPicture()])
    await Promise.all([
      order(ada, ids.toReversed()),
      order(ada, [ids[1], ids[0], ids[2]]),
      ...pictures.map((picture) => addInTurn(ada, picture)),
      ada.call(contract.deletePhoto, { params: { id: Number(ids[1]) } }),
    ])
    const photos = await photosOf(ada)
    expect(photos).toHaveLength(4)
    expect(idsOf(photos)).not.toContain(ids[1])
    for (const { path } of photos) expect((await fetchAs(ada.identity, path)).status).toBe(200)
    expect(await storedOf(ada)).toBe(4)
  })
})

describe('a deleted photo', () => {
  const remove = (user: User, id: string | number) => user.call(contract.deletePhoto, { params: { id } })

  test('SEC-56 it is deleted from its URL and the database, and can be deleted again (10.story.photos.delete)', async () => {
    const ada = await newUser({ selfie: await photo() })
    const [first, second] = await added(ada, 2)
    for (let i = 0; i < 2; i++) expect((await remove(ada, first?.id ?? '')).status).toBe(204)
    expect((await fetchAs(ada.identity, first?.path ?? '')).status).toBe(404)
    expect(await photosOf(ada)).toEqual([{ id: expect.any(String), path: ada.user.selfie, isSelfie: true }, second])
    expect(await storedOf(ada)).toBe(2)
    await vi.waitFor(() => expect(updatesOf(ada).map(({ rev }) => rev)).toEqual([2, 3, 4]), WAIT)
    expect((await add(ada)).status).toBe(201)
  })

  test("the selfie stays, and so do other users' photos", async () => {
    const [ada, ben] = [await newUser({ selfie: await photo() }), await newUser()]
    const [theirs] = await added(ben, 1)
    const [selfie] = await photosOf(ada)
    const refused = await remove(ada, selfie?.id ?? '')
    expect([refused.status, refused.body]).toEqual([409, errors.selfieStays().body])
    expect((await remove(ada, theirs?.id ?? '')).status).toBe(204)
    expect(await photosOf(ben)).toEqual([theirs])
    expect((await fetchAs(ada.identity, theirs?.path ?? '')).status).toBe(200)
    for (const id of ['x', '0', '1e1'])
      expect(await remove(ada, id)).toMatchObject({
        status: 400,
        body: errors.invalidRequest({ message: 'Invalid photo ID' }).body,
      })
  })
})

describe('who sees a photo', () => {
  test('SEC-50 it needs a session, the right owner and no block (10.story.photos.access)', async () => {
    const [ada, ben, eve] = [await newUser(), await newUser(), await newUser()]
    const [first] = await added(ada, 1)
    const path = first?.path ?? ''
    expect((await fetchAs(ben.identity, path)).status).toBe(200)
    expect((await fetchAs(null, path)).status).toBe(401)
    const params = { userId: ben.user.id, version: Number(first?.id) }
    expect((await ben.call(getSelfie, { params })).status).toBe(404)
    await publishEvent(blockCreated, { blockerId: ben.user.id, blockedId: ada.user.id })
    await vi.waitFor(async () => expect((await fetchAs(ben.identity, path)).status).toBe(404), WAIT)
    expect((await fetchAs(eve.identity, path)).status).toBe(200)
    expect((await fetchAs(ada.identity, path)).status).toBe(200)
  })

  test('SEC-26 all photos of a user count once in the daily quota', async () => {
    const [ada, viewer] = [await newUser({ selfie: await photo() }), await newUser()]
    await added(ada, 3)
    for (const { path } of await photosOf(ada)) expect((await fetchAs(viewer.identity, path)).status).toBe(200)
    const usages = db.collection<{ _id: string; ids: number[] }>('daily_usage')
    const usage = await usages.findOne({ _id: { $regex: `:${viewer.user.id}$` } })
    expect(usage?.ids).toEqual([ada.user.id])
  })

  test.each([contract.addPhoto, contract.orderPhotos, contract.deletePhoto])(
    'an anonymous caller is rejected at $method $path',
    async (endpoint) => {
      const body = { photo: await photo(), order: [] }
      const input = endpoint === contract.deletePhoto ? { params: { id: 1 } } : { body }
      const response = await anonymous.call(endpoint, input)
      expect([response.status, response.body]).toEqual([401, errors.notSignedIn().body])
    },
  )
})
