import { getUser, updateUser } from '@zing/proto/http/auth'
import { addPhoto, deletePhoto } from '@zing/proto/http/photos'
import { caseClosed, userUpdated } from '@zing/proto/nats/events'
import { deleteUser, getProfileEvidence } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import sharp from 'sharp'
import { beforeEach, expect, test, vi } from 'vitest'
import { dataUrl, drawn, versionOf } from '../pictures.ts'
import { grey, setupVision } from './setup-vision.ts'

const vision = await setupVision()
const { state, publish, newUser, fetchAs, events, flagged, allSeen, publishEvent, eventsHandled, nats, db } = vision
const { asked } = await vision.startVision()
type User = Awaited<ReturnType<typeof newUser>>
const NAKED = 200
const HELD = { 'cache-control': 'max-age=0' } // fetch would ask for a new one
const on = { people: { verification: 'off' as const, nakednessFrom: 80, bannedFaces: false } }

state.answer = ({ nakedness }, level) => (nakedness ? { nakedness: level >= NAKED ? 0.8 : 0.79 } : {})
beforeEach(() => publish(on))

async function look({ identity }: User, path: string | null, headers = {}) {
  const response = await fetchAs(identity, path, headers)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, etag: response.headers.get('etag') ?? '', bytes }
}
const photosOf = async ({ call }: User) => (await call(getUser)).body.photos
const isVeiled = async (user: User) => (await photosOf(user)).map((photo) => photo.isVeiled ?? false)
const reported = ({ user }: User) => flagged.filter(({ userId }) => userId === user.id)
const allReported = () =>
  vi.waitFor(
    async () => expect(await db.collection('users').countDocuments({ 'veils.isReported': false })).toBe(0),
    WAIT,
  )

let cases = 0
async function close({ user }: User, clearedPhotos?: number[]) {
  cases += 1
  const closed = { userId: user.id, caseId: cases, ...(clearedPhotos && { clearedPhotos }) }
  await publishEvent(caseClosed, closed)
  await eventsHandled()
  return closed
}

test('others see the mosaic of a photo that may be explicit, its owner the photo', async () => {
  const [ada, ben] = [await newUser({ selfie: await grey(NAKED) }), await newUser()]
  const path = ada.user.selfie
  await allSeen()
  expect(await photosOf(ada)).toMatchObject([{ path, isSelfie: true, isVeiled: true }])
  for (const size of ['', '?size=medium', '?size=small']) {
    const [own, other] = [await look(ada, `${path}${size}`), await look(ben, `${path}${size}`)]
    expect([own.status, other.status]).toEqual([200, 200])
    expect(other.etag).not.toBe(own.etag)
    expect(other.bytes.equals(own.bytes)).toBe(false)
    const again = async (etag: string) => (await look(ben, `${path}${size}`, { ...HELD, 'if-none-match': etag })).status
    expect([await again(own.etag), await again(other.etag)]).toEqual([200, 304])
  }
  await vi.waitFor(
    () => expect(events.of(userUpdated).at(-1)?.profile.photos).toMatchObject([{ isVeiled: true }]),
    WAIT,
  )
})

test('a mosaic has the shape of the photo, and none of its lines', async () => {
  const [ada, ben] = [await newUser(), await newUser()]
  state.answer = () => ({ nakedness: 1 })
  const { body } = await ada.call(addPhoto, { body: { photo: dataUrl(await drawn(7).jpeg().toBuffer()) } })
  await allSeen()
  state.answer = ({ nakedness }, level) => (nakedness ? { nakedness: level >= NAKED ? 0.8 : 0.79 } : {})
  const sharpnessOf = async (bytes: Buffer) => (await sharp(bytes).resize(200, 200, { fit: 'fill' }).stats()).sharpness
  const [own, other] = [await look(ada, body.path), await look(ben, body.path)]
  const { width, height } = await sharp(other.bytes).metadata()
  expect(Math.abs(width / height - 180 / 240)).toBeLessThan(0.1)
  expect(await sharpnessOf(other.bytes)).toBeLessThan((await sharpnessOf(own.bytes)) / 5)
  const square = await sharp((await look(ben, `${body.path}?size=small`)).bytes).metadata()
  expect(square.width).toBe(square.height)
})

test('it is reported to moderators, with its version and how probably it is explicit', async () => {
  const ada = await newUser()
  const { body } = await ada.call(addPhoto, { body: { photo: await grey(NAKED) } })
  await allSeen()
  await allReported()
  const photo = { userId: ada.user.id, photoVersion: Number(body.id), nakedness: 0.8, epoch: 0 }
  expect(reported(ada)).toEqual([photo])
  expect(await request(nats, getProfileEvidence, { userId: ada.user.id })).toMatchObject({
    photoVersions: [Number(body.id)],
  })
})

test('below the threshold a photo stays as it is; without a threshold nobody looks', async () => {
  const ada = await newUser({ selfie: await grey(NAKED - 10) })
  await allSeen()
  expect(await isVeiled(ada)).toEqual([false])
  const before = asked.length
  await publish()
  const ben = await newUser({ selfie: await grey(NAKED) })
  expect(await vision.questions.countDocuments({ userId: ben.user.id })).toBe(0)
  expect([asked.length, await isVeiled(ben), reported(ada)]).toEqual([before, [false], []])
})

test('a case that is closed without removing the photo shows it for good', async () => {
  const [ada, ben] = [await newUser({ selfie: await grey(NAKED) }), await newUser()]
  await allSeen()
  const path = ada.user.selfie
  const { etag } = await look(ben, path)
  await close(ada)
  await close(ada, [versionOf(path) + 1])
  expect(await isVeiled(ada)).toEqual([true])
  const closed = await close(ada, [versionOf(path)])
  expect(await isVeiled(ada)).toEqual([false])
  const shown = await look(ben, path, { ...HELD, 'if-none-match': etag })
  expect(shown.status).toBe(200)
  expect(shown.bytes.equals((await look(ada, path)).bytes)).toBe(true)

  const before = asked.length
  await publishEvent(caseClosed, closed)
  await ada.call(updateUser, { body: { bio: 'hello' } })
  await eventsHandled()
  expect([asked.length, await isVeiled(ada)]).toEqual([before, [false]])
})

test('when the community stops to look, veils stay until the decision', async () => {
  const ada = await newUser({ selfie: await grey(NAKED) })
  await allSeen()
  await publish()
  expect(await isVeiled(ada)).toEqual([true])
  await close(ada, [versionOf(ada.user.selfie)])
  expect(await isVeiled(ada)).toEqual([false])
})

test('when admin is away or the case is full, the report waits; a removed photo needs none', async () => {
  const [ada, ben, carl] = [await newUser(), await newUser(), await newUser()]
  state.isAdminAway = true
  for (const user of [ada, ben]) await user.call(updateUser, { body: { selfie: await grey(NAKED) } })
  const added = await carl.call(addPhoto, { body: { photo: await grey(NAKED) } })
  await allSeen()
  expect([await isVeiled(ada), await isVeiled(carl)]).toEqual([[true], [true]])
  await carl.call(deletePhoto, { params: { id: Number(added.body.id) } })
  state.full.add(ben.user.id)
  state.isAdminAway = false
  await vi.waitFor(() => expect(reported(ada)).toHaveLength(1), WAIT)
  expect([reported(ben), reported(carl)]).toEqual([[], []])
  state.full.clear()
  await newUser({ selfie: await grey(NAKED) }) // makes it look soon
  await vi.waitFor(() => expect(reported(ben)).toHaveLength(1), WAIT)
  await allReported()
})

test('an erasure deletes what waits for vision', async () => {
  state.answer = () => 'away'
  const ada = await newUser({ selfie: await grey(NAKED) })
  expect(await vision.questions.countDocuments({ userId: ada.user.id })).toBe(1)
  await request(nats, deleteUser, { userId: ada.user.id })
  expect(await vision.questions.countDocuments({ userId: ada.user.id })).toBe(0)
})
