import { errors } from '@zing/proto/errors'
import { deleteAccount } from '@zing/proto/http/account'
import { getUser, updateUser } from '@zing/proto/http/auth'
import { deletePhoto, orderPhotos } from '@zing/proto/http/photos'
import { startVerification, withdrawVerification } from '@zing/proto/http/verification'
import { VERIFICATION_MS } from '@zing/proto/limits'
import { userUpdated, verificationDecided } from '@zing/proto/nats/events'
import { getReplicatedProfile } from '@zing/proto/nats/rpc/auth'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { getVerificationPart } from '@zing/proto/nats/rpc/verifications'
import { POSES } from '@zing/proto/vision/poses'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { setupVerification } from './setup-verification.ts'

const auth = await setupVerification({ times: { endedPicturesMs: 20 } })
const { db, nats, events, newMember, begin, addFrameOf, send, waitingOf, judge, stateOf, leftOf, picture } = auth
const users = db.collection<{ _id: number }>('users')
const NOTHING = { pictures: 0, questions: 0, blobs: 0 }

const profileOf = async (userId: number) => (await request(nats, getReplicatedProfile, { userId }))?.profile

async function verify(user: Awaited<ReturnType<typeof newMember>>) {
  const { id } = await send(user)
  await judge(id, { decision: 'verify' })
  return id
}

describe('a verification', () => {
  test('begins with two poses by chance, and never twice the same', async () => {
    const seen = new Set<string>()
    const ada = await newMember()
    for (let at = 0; at < 8; at++) {
      const { poses, expiresAt } = await begin(ada)
      expect(new Set(poses).size).toBe(2)
      expect(POSES).toEqual(expect.arrayContaining(poses))
      expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + VERIFICATION_MS)
      seen.add(poses.join())
    }
    expect(seen.size).toBeGreaterThan(1)
    expect(await db.collection('verifications').countDocuments({ userId: ada.user.id }), 'the last one').toBe(1)
  })

  test('needs consent and a photo', async () => {
    const ada = await auth.newUser()
    for (const body of [{}, { consent: false }]) expect((await ada.call(startVerification, { body })).status).toBe(400)
    const { status, body } = await ada.call(startVerification, { body: { consent: true } })
    expect([status, body.code]).toEqual([409, 'NO_MAIN_PHOTO'])
    expect(await stateOf(ada)).toEqual({ verified: false, state: undefined })
  })

  test.each([
    ['pending', { status: 'pending' }, 'PENDING'],
    [
      'suspended',
      { restrictions: [{ decisionId: 1, reason: 'scam', until: new Date(Date.now() + 60_000) }] },
      'NOT_ALLOWED',
    ],
  ])('when the user is %s, it does not begin', async (_case, stored, code) => {
    const ada = await newMember()
    await users.updateOne({ _id: ada.user.id }, { $set: stored })
    const { status, body } = await ada.call(startVerification, { body: { consent: true } })
    expect([status, body.code]).toEqual([403, code])
  })

  test('waits for a moderator once both pictures are there, small and without metadata', async () => {
    const ada = await newMember()
    const { id, poses } = await begin(ada)
    expect(await stateOf(ada)).toEqual({ verified: false, state: 'started' })
    expect(await waitingOf(ada)).toBeUndefined()
    const large = await sharp({ create: { width: 2_000, height: 1_200, channels: 3, background: '#d9214e' } })
      .withExif({ IFD0: { Copyright: 'exif-of-a-camera' } })
      .jpeg()
      .toBuffer()
    const file = new Blob([new Uint8Array(large)], { type: 'image/jpeg' })
    expect((await addFrameOf(ada, id, poses[1], file)).body).toEqual({ missing: [poses[0]] })
    expect((await addFrameOf(ada, id, poses[1], file)).body, 'repeated').toEqual({ missing: [poses[0]] })
    expect((await addFrameOf(ada, id, undefined, file)).body, 'repeated without a pose').toEqual({
      missing: [poses[0]],
    })
    expect((await addFrameOf(ada, id, poses[0], file)).body, 'also for the other pose').toEqual({ missing: [] })
    expect(await stateOf(ada)).toEqual({ verified: false, state: 'waiting' })
    expect(await waitingOf(ada)).toMatchObject({ id, poses, signs: null, attempt: 1 })

    const part = await request(nats, getVerificationPart, { id, name: '1', offset: 0 })
    const jpeg = Buffer.from(part?.part ?? '', 'base64')
    const { width, height, exif } = await sharp(jpeg).metadata()
    expect([width, height, exif, jpeg.includes('exif-of-a-camera')]).toEqual([800, 480, undefined, false])
    const photo = await request(nats, getVerificationPart, { id, name: 'photo', offset: 0 })
    expect(photo?.totalBytes).toBeGreaterThan(0)
  })

  test('a picture can be taken again before the other, and bad or foreign ones are refused', async () => {
    const [ada, ben] = [await newMember(), await newMember()]
    const { id, poses } = await begin(ada)
    expect((await addFrameOf(ada, id, poses[0])).body.missing).toEqual([poses[1]])
    expect((await addFrameOf(ada, id, poses[0])).body.missing).toEqual([poses[1]])
    const other = POSES.find((pose) => !poses.includes(pose))
    expect((await addFrameOf(ada, id, other)).status).toBe(400)
    const text = new Blob(['not a picture'], { type: 'image/png' })
    expect((await addFrameOf(ada, id, undefined, text)).status).toBe(400)
    expect((await addFrameOf(ben, id)).body.code).toBe('VERIFICATION_GONE')
    expect((await addFrameOf(ada, id + 10_000)).body.code).toBe('VERIFICATION_GONE')
    expect(await stateOf(ada)).toEqual({ verified: false, state: 'started' })
  })

  test('another one cannot begin while it waits, and a repeated picture changes nothing', async () => {
    const ada = await newMember()
    const { id } = await begin(ada)
    const last = await picture()
    await addFrameOf(ada, id)
    await addFrameOf(ada, id, undefined, last)
    expect((await addFrameOf(ada, id, undefined, last)).body).toEqual({ missing: [] })
    expect((await addFrameOf(ada, id)).body.code).toBe('VERIFICATION_GONE')
    const again = await ada.call(startVerification, { body: { consent: true } })
    expect([again.status, again.body.code]).toEqual([409, 'VERIFICATION_WAITS'])
    expect((await waitingOf(ada))?.attempt).toBe(1)
  })

  test('when its time is over, its pictures go and the user can begin anew', async () => {
    const ada = await newMember()
    const { id } = await begin(ada)
    await addFrameOf(ada, id)
    await users.updateOne({ _id: ada.user.id }, { $set: { 'verification.until': new Date(0) } })
    await db.collection('verifications').updateOne({ userId: ada.user.id }, { $set: { expiresAt: new Date(0) } })
    expect((await addFrameOf(ada, id)).body.code).toBe('VERIFICATION_GONE')
    await vi.waitFor(async () => expect((await leftOf(ada)).pictures).toBe(0), WAIT)
    expect(await stateOf(ada)).toEqual({ verified: false, state: undefined })
    expect((await begin(ada)).id).toBeGreaterThan(id)
  })

  test('when nobody decides, the pictures are deleted within 24 hours of the consent', async () => {
    const ada = await newMember()
    const { id } = await send(ada)
    const stored = await db.collection<{ _id: number; expiresAt: Date }>('verifications').findOne({ _id: id })
    const account = await users.findOne({ _id: ada.user.id })
    const { consentAt, until } = (account as unknown as { verification: Record<string, Date> }).verification
    expect(stored?.expiresAt).toEqual(until)
    const kept = Number(until) - Number(consentAt)
    expect(kept).toBeLessThan(24 * 60 * 60 * 1_000)
    expect(kept).toBeGreaterThan(23 * 60 * 60 * 1_000)
    await users.updateOne({ _id: ada.user.id }, { $set: { 'verification.until': new Date(0) } })
    expect(await waitingOf(ada)).toBeUndefined()
    await expect(judge(id, { decision: 'verify' })).rejects.toMatchObject({ code: 'VERIFICATION_DECIDED' })
    expect(await stateOf(ada)).toEqual({ verified: false, state: undefined })
  })
})

describe('a decision', () => {
  test('is told to its member once, without reason or words, which the account has', async () => {
    const ada = await newMember()
    const { id } = await send(ada)
    await judge(id, { decision: 'refuse', reason: 'pose', text: 'Please turn your head' })
    await expect(judge(id, { decision: 'refuse', reason: 'pose' })).rejects.toMatchObject({ status: 409 })
    const verifiedId = await verify(ada)
    const userId = ada.user.id
    await vi.waitFor(() => {
      const told = events.of(verificationDecided).filter((one) => one.userId === userId)
      expect(told.map(({ id: _id, epoch: _epoch, at: _at, rev: _rev, ...payload }) => payload)).toEqual([
        { userId, verificationId: id, verified: false },
        { userId, verificationId: verifiedId, verified: true },
      ])
    }, WAIT)
  })

  test('gives the badge, tells everybody, and leaves no picture', async () => {
    const before = await auth.frameBlobs()
    const ada = await newMember()
    await verify(ada)
    expect(await stateOf(ada)).toEqual({ verified: true, state: 'verified' })
    expect(await profileOf(ada.user.id)).toMatchObject({ verified: true })
    await vi.waitFor(() => {
      const told = events.of(userUpdated).filter(({ profile }) => profile.id === ada.user.id)
      expect(told.at(-1)?.profile.verified).toBe(true)
    }, WAIT)
    expect(await leftOf(ada)).toEqual({ ...NOTHING, blobs: before.length })
  })

  test('a refusal has a reason, leaves no picture, and allows another try, three a day', async () => {
    const before = await auth.frameBlobs()
    const ada = await newMember()
    for (let attempt = 1; attempt <= 3; attempt++) {
      const { id } = await send(ada)
      expect((await waitingOf(ada))?.attempt).toBe(attempt)
      await judge(id, { decision: 'refuse', reason: 'pose', text: 'Please turn your head' })
      const { verification } = (await ada.call(getUser)).body
      expect(verification).toEqual({ state: 'refused', reason: 'pose', text: 'Please turn your head' })
    }
    expect(await leftOf(ada)).toEqual({ ...NOTHING, blobs: before.length })
    const fourth = await ada.call(startVerification, { body: { consent: true } })
    expect([fourth.status, fourth.body.code]).toEqual([429, 'TOO_MANY_VERIFICATIONS'])
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(23 * 60 * 60)
    await ada.call(withdrawVerification)
    expect((await ada.call(startVerification, { body: { consent: true } })).status, 'after a withdrawal').toBe(429)
    const yesterday = Date.now() - 25 * 60 * 60 * 1_000
    await users.updateOne({ _id: ada.user.id }, { $set: { verificationsSent: [yesterday, yesterday, yesterday] } })
    await begin(ada)
  })

  test('a later refusal ends an older badge', async () => {
    const ada = await newMember()
    await verify(ada)
    const { id } = await send(ada)
    expect(await stateOf(ada), 'until then').toEqual({ verified: true, state: 'waiting' })
    await judge(id, { decision: 'refuse', reason: 'pose' })
    expect(await stateOf(ada)).toEqual({ verified: false, state: 'refused' })
    expect(await profileOf(ada.user.id)).not.toHaveProperty('verified')
  })

  test('of two moderators, the first one decides', async () => {
    const ada = await newMember()
    const { id } = await send(ada)
    const both = await Promise.allSettled([
      judge(id, { decision: 'verify' }),
      judge(id, { decision: 'refuse', reason: 'pose' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'VERIFICATION_DECIDED' })
    await expect(judge(id, { decision: 'verify' })).rejects.toMatchObject({ code: 'VERIFICATION_DECIDED' })
    expect((await stateOf(ada)).verified).toBe(both[0].status === 'fulfilled')
  })
})

describe('the badge', () => {
  test('stays with the compared photo: another first photo ends it, the same one brings it back', async () => {
    const ada = await newMember(3)
    await verify(ada)
    const [main, second, third] = (await ada.call(getUser)).body.photos.map(({ id }) => id)
    const order = (ids: (string | undefined)[]) => ada.call(orderPhotos, { body: { order: ids } })
    await order([main, third, second])
    expect(await stateOf(ada), 'the others moved').toEqual({ verified: true, state: 'verified' })
    await order([second, main, third])
    expect(await stateOf(ada)).toEqual({ verified: false, state: 'outdated' })
    expect(await profileOf(ada.user.id)).not.toHaveProperty('verified')
    await order([main, second, third])
    expect(await stateOf(ada)).toEqual({ verified: true, state: 'verified' })
    await ada.call(updateUser, { body: await picture() })
    expect(await stateOf(ada), 'a new selfie').toEqual({ verified: false, state: 'outdated' })
    await verify(ada)
    expect(await stateOf(ada)).toEqual({ verified: true, state: 'verified' })
  })

  test('goes to the photo at the time of sending, though the user changes photos while it waits', async () => {
    const ada = await newMember(2)
    const { id } = await send(ada)
    const [main, second] = (await ada.call(getUser)).body.photos.map((photo) => photo.id)
    await ada.call(orderPhotos, { body: { order: [second, main] } })
    await judge(id, { decision: 'verify' })
    expect(await stateOf(ada)).toEqual({ verified: false, state: 'outdated' })
  })

  test('when the compared photo is deleted, the verification waits no more', async () => {
    const ada = await newMember(2)
    const { id } = await send(ada)
    const [main] = (await ada.call(getUser)).body.photos
    await ada.call(deletePhoto, { params: { id: main?.id ?? '' } })
    expect(await waitingOf(ada)).toBeUndefined()
    await expect(judge(id, { decision: 'verify' })).rejects.toMatchObject({ code: 'VERIFICATION_DECIDED' })
    expect(await stateOf(ada)).toEqual({ verified: false, state: undefined })
    await begin(ada)
  })
})

describe('a withdrawal', () => {
  test.each([
    ['while it waits', send],
    ['after the decision', verify],
    ['after the start', begin],
  ])('%s takes away badge and pictures, and can be repeated', async (_when, prepare) => {
    const before = await auth.frameBlobs()
    const ada = await newMember()
    await prepare(ada)
    for (let call = 0; call < 2; call++) {
      expect((await ada.call(withdrawVerification)).status).toBe(204)
      expect(await stateOf(ada)).toEqual({ verified: false, state: undefined })
      expect(await profileOf(ada.user.id)).not.toHaveProperty('verified')
      expect(await leftOf(ada)).toEqual({ ...NOTHING, blobs: before.length })
    }
    const account = await users.findOne({ _id: ada.user.id })
    expect(account).toMatchObject({ verification: null, verifiedPhotos: null })
  })

  test('the deletion of an account takes the pictures with it', async () => {
    const before = await auth.frameBlobs()
    const ada = await newMember()
    await send(ada)
    expect((await leftOf(ada)).blobs).toBe(before.length + 2)
    const confirmed = { $set: { confirmedUntil: new Date(Date.now() + 600_000) } }
    await db.collection<{ _id: string }>('sessions').updateOne({ _id: ada.sid }, confirmed)
    expect((await ada.call(deleteAccount)).status).toBe(204)
    expect(await leftOf(ada)).toEqual({ ...NOTHING, blobs: before.length })
  })
})

test('where nobody is verified, calls but the withdrawal are 404, and no badge shows', async () => {
  const [ada, ben] = [await newMember(), await newMember()]
  await verify(ada)
  const { id } = await send(ben)
  await auth.setMode('off')
  const refused = [404, errors.featureOff.code]
  const begun = await ada.call(startVerification, { body: { consent: true } })
  expect([begun.status, begun.body.code]).toEqual(refused)
  const added = await addFrameOf(ben, id)
  expect([added.status, added.body.code]).toEqual(refused)
  await expect(judge(id, { decision: 'verify' })).rejects.toMatchObject({ code: errors.featureOff.code })
  expect(await stateOf(ada)).toEqual({ verified: undefined, state: undefined })
  expect((await ben.call(withdrawVerification)).status).toBe(204)
  await auth.setMode('required')
  expect(await stateOf(ada)).toEqual({ verified: true, state: 'verified' })
  expect(await stateOf(ben)).toEqual({ verified: false, state: undefined })
})

test('a reset leaves no picture of a verification', async () => {
  const ada = await newMember()
  await send(ada)
  await request(nats, resetOf('auth'), { epoch: 1 })
  expect(await db.collection('verifications').countDocuments()).toBe(0)
  expect(await db.collection('picturesToSee').countDocuments()).toBe(0)
  expect(await auth.frameBlobs()).toEqual([])
})
