import { DEFAULT_SETTINGS, type Settings } from '@zing/proto/community/settings'
import { getUser } from '@zing/proto/http/auth'
import { addPhoto } from '@zing/proto/http/photos'
import { addFrame, startVerification } from '@zing/proto/http/verification'
import { getVerifications, judgeVerification } from '@zing/proto/nats/rpc/verifications'
import type { FaceDescriptor, PictureWants, SeenPicture } from '@zing/proto/vision/seen-picture'
import { changeSettings } from '@zing/testing/change-settings'
import { serveFakeVision } from '@zing/testing/fake-vision'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, vi } from 'vitest'
import { drawn } from '../pictures.ts'
import { setupAuth } from '../setup-auth.ts'

const ADAS_FACE: FaceDescriptor = { model: 'fake', values: Buffer.from([90, 20, 30]).toString('base64') }

/** Sees the same face everywhere, and every pose. */
export function seesAll({ face, pose }: PictureWants): SeenPicture {
  return { ...(face && { face: ADAS_FACE, faceCount: 1 }), ...(pose && { pose: 1 }) }
}

/** Auth in a community that verifies, with members who have photos, and no vision unless a test starts one. */
export async function setupVerification(parts: Parameters<typeof setupAuth>[1] = {}) {
  const auth = await setupAuth({}, parts)
  const { nats, db, newUser } = auth
  let seed = 0

  async function setMode(verification: Settings['people']['verification']): Promise<void> {
    await changeSettings(nats, { people: { ...DEFAULT_SETTINGS.people, verification } })
    const someone = await newUser()
    await vi.waitFor(async () => {
      const { body } = await someone.call(getUser)
      expect(body.verified === undefined).toBe(verification === 'off')
    }, WAIT)
  }
  await setMode('offered')

  async function picture(): Promise<Blob> {
    seed += 1
    const jpeg = await drawn(seed)
      .withExif({ IFD0: { Copyright: 'exif-of-a-camera' } })
      .jpeg()
      .toBuffer()
    return new Blob([Buffer.from(jpeg)], { type: 'image/jpeg' })
  }

  /** A member with photos, the first of which is the main one. */
  async function newMember(photos = 1) {
    const user = await newUser()
    for (let at = 0; at < photos; at++) {
      const { status } = await user.call(addPhoto, { body: await picture() })
      expect(status).toBe(201)
    }
    return user
  }
  type Member = Awaited<ReturnType<typeof newMember>>

  async function begin(user: Member) {
    const { status, body } = await user.call(startVerification, { body: { consent: true } })
    expect([status, body.message]).toEqual([201, undefined])
    return body
  }

  async function addFrameOf(user: Member, id: number, pose?: string, file?: Blob) {
    return user.call(addFrame, { params: { id }, ...(pose && { query: { pose } }), body: file ?? (await picture()) })
  }

  /** Starts a verification and sends both pictures. */
  async function send(user: Member) {
    const begun = await begin(user)
    const first = await addFrameOf(user, begun.id)
    expect([first.status, first.body.missing]).toEqual([201, [begun.poses[1]]])
    const second = await addFrameOf(user, begun.id)
    expect([second.status, second.body.missing]).toEqual([201, []])
    return begun
  }

  const waiting = async () => (await request(nats, getVerifications, { after: null, limit: 100 })).verifications
  const waitingOf = async ({ user }: Member) => (await waiting()).find(({ userId }) => userId === user.id)
  const judge = (id: number, verdict: { decision: 'verify' | 'refuse'; reason?: 'pose'; text?: string }) =>
    request(nats, judgeVerification, { id, ...verdict })
  const stateOf = async (user: Member) => {
    const { verified, verification } = (await user.call(getUser)).body
    return { verified, state: verification?.state }
  }

  /** Every document that names the user, besides the account, and the keys of all blobs in the folders of verifications. */
  async function leftOf({ user }: Member) {
    const [pictures, questions, blobs] = await Promise.all([
      db.collection('verifications').countDocuments({ userId: user.id }),
      db.collection('picturesToSee').countDocuments({ userId: user.id }),
      frameBlobs(),
    ])
    return { pictures, questions, blobs: blobs.length }
  }

  /** Blobs that no photo names. */
  async function frameBlobs(): Promise<string[]> {
    const photos = await db.collection<{ _id: number; key: string }>('selfies').find().toArray()
    const keys = photos.map(({ key }) => key)
    const blobs = await db
      .collection<{ _id: string }>('blobs')
      .find({}, { projection: { _id: 1 } })
      .toArray()
    return blobs.map(({ _id }) => _id).filter((key) => !keys.includes(key.slice(0, key.lastIndexOf('/'))))
  }

  return {
    ...auth,
    setMode,
    picture,
    newMember,
    begin,
    addFrameOf,
    send,
    waiting,
    waitingOf,
    judge,
    stateOf,
    leftOf,
    frameBlobs,
    serveVision: (answer: Parameters<typeof serveFakeVision>[1] = seesAll) =>
      serveFakeVision(auth.env.NATS_URL, answer),
  }
}
