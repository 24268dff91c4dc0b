import { randomUUID } from 'node:crypto'
import { newKey } from '@zing/blobs/key'
import { DEFAULT_SETTINGS } from '@zing/proto/community/settings'
import { errors } from '@zing/proto/errors'
import * as chat from '@zing/proto/http/chat'
import { MEDIA_PER_DAY, MEDIA_UNNAMED_MS, NEW_ACCOUNT_MEDIA_PER_DAY } from '@zing/proto/limits'
import { userDeleted } from '@zing/proto/nats/events'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { changeSettings } from '@zing/testing/change-settings'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import type { Medium } from '../../src/models/medium.ts'
import { setupChat } from '../setup-chat.ts'
import type { TestUser } from '../test-users.ts'
import { photoFile, picture, sendPhoto, upload } from './test-media.ts'

// the sweep is due again soon after the start, as after an hour
const times = { sweepMediaAfterMs: 50 }
const chatWithSweep = await setupChat({}, times)
const { db, nats, startChat, newMatch, newUser, sendMessage, listMessages, publishEvent, deletedUsers, profiles } =
  chatWithSweep
const media = db.collection<Medium>('media')
const blobs = db.collection<{ _id: string; createdAt: Date }>('blobs')
const file = photoFile(await picture())
const established = { createdAt: new Date(0).toISOString() }

async function newTalk(): Promise<[TestUser, TestUser]> {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  await sendMessage(ben, ada, 'hello')
  return [ada, ben]
}

const blobsOf = async (id: number) => blobs.countDocuments({ _id: { $regex: `/${id}/` } })
const agoOf = (ms: number) => new Date(Date.now() - ms)

/** Lets the next process that starts sweep as in the next hour. */
async function sweepAgain(): Promise<void> {
  await db.collection<{ _id: string }>('hourly_results').deleteOne({ _id: 'media' })
  const started = await startChat()
  await vi.waitFor(async () => {
    const swept = await db
      .collection<{ _id: string }>('hourly_results')
      .findOne({ _id: 'media', at: { $exists: true } })
    expect(swept).not.toBeNull()
  }, WAIT)
  await started.stop()
}

test('an upload without a message is refused after an hour, and deleted an hour later (10.media.gone)', async () => {
  const [ada, ben] = await newTalk()
  const clientMessageId = randomUUID()
  const { body: unsent } = await upload(ada, ben, file, { clientMessageId })
  const { medium: sent } = await sendPhoto(ada, ben)
  const ids = { $in: [unsent.id, sent.id] }
  await media.updateMany({ _id: ids }, { $set: { createdAt: agoOf(MEDIA_UNNAMED_MS + 1) } })
  await sweepAgain()
  expect(await media.findOne({ _id: sent.id })).toMatchObject({ isSent: true })
  const message = { receiverId: ben.userId, clientMessageId, mediaId: unsent.id }
  expect((await ada.call(chat.sendMessage, { body: message })).body.code).toBe(errors.invalidMedia.code)

  await media.updateMany({ _id: ids }, { $set: { unsentAt: agoOf(MEDIA_UNNAMED_MS) } })
  await sweepAgain()
  expect(await media.find({ _id: ids }).toArray()).toMatchObject([{ _id: sent.id }])
  expect([await blobsOf(unsent.id), await blobsOf(sent.id)]).toEqual([0, 2])
})

test('an upload that a sweep has found without a message can be made again and sent (10.media.gone)', async () => {
  const [ada, ben] = await newTalk()
  const clientMessageId = randomUUID()
  const { body: medium } = await upload(ada, ben, file, { clientMessageId })
  await media.updateOne({ _id: medium.id }, { $set: { unsentAt: agoOf(1), createdAt: agoOf(MEDIA_UNNAMED_MS + 1) } })
  expect((await upload(ada, ben, file, { clientMessageId })).body).toEqual(medium)
  await sweepAgain()
  const body = { receiverId: ben.userId, clientMessageId, mediaId: medium.id }
  expect((await ada.call(chat.sendMessage, { body })).status).toBe(201)
})

test('blobs that no medium names go, once they are an hour old (10.media.gone)', async () => {
  const old = `${newKey()}/900001/full`
  const young = `${newKey()}/900002/full`
  const bytes = { bytes: Buffer.from('x'), sha256: 'x' }
  await blobs.insertMany([
    { _id: old, ...bytes, createdAt: agoOf(MEDIA_UNNAMED_MS + 1) },
    { _id: young, ...bytes, createdAt: new Date() },
  ])
  const started = await startChat()
  await vi.waitFor(async () => expect(await blobs.countDocuments({ _id: old })).toBe(0), WAIT)
  expect(await blobs.countDocuments({ _id: young })).toBe(1)
  await started.stop()
})

test('the deletion of an account takes the media of its conversations, also unsent ones (10.media.gone)', async () => {
  const [ada, ben] = await newTalk()
  const { medium } = await sendPhoto(ben, ada)
  const { body: unsent } = await upload(ada, ben, file)
  deletedUsers.push({ userId: ada.userId, epoch: 0 })
  await publishEvent(userDeleted, { userId: ada.userId })
  await vi.waitFor(
    async () => expect(await media.countDocuments({ _id: { $in: [medium.id, unsent.id] } })).toBe(0),
    WAIT,
  )
  expect([await blobsOf(medium.id), await blobsOf(unsent.id)]).toEqual([0, 0])
  expect(
    await db.collection<{ _id: string }>('daily_usage').countDocuments({ _id: { $regex: `:${ada.userId}:` } }),
  ).toBe(0)
})

test('a user sends so many photos a day, a new or reported one fewer; refused files count (10.media.limits)', async () => {
  const [ada, ben] = await newTalk()
  const refused = () => upload(ada, ben, photoFile(Buffer.from('no picture')))
  for (let i = 0; i < NEW_ACCOUNT_MEDIA_PER_DAY; i++) expect((await refused()).body.code).toBe('INVALID_IMAGE')
  const over = await upload(ada, ben, file)
  expect(over).toMatchObject({ status: 429, body: { code: errors.noMediaLeft.code } })
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)

  profiles.set(ada.userId, established)
  const usage = db.collection<{ _id: string; ids: number[] }>('daily_usage')
  const ids = Array.from({ length: MEDIA_PER_DAY - 1 }, (_, i) => 10_000_000 + i)
  await usage.updateOne({ _id: { $regex: `:${ada.userId}:photos-sent` } }, { $set: { ids } })
  const clientMessageId = randomUUID()
  const last = await upload(ada, ben, file, { clientMessageId })
  expect(last.status).toBe(201)
  expect((await upload(ada, ben, file)).status).toBe(429)
  expect((await upload(ada, ben, file, { clientMessageId })).body).toEqual(last.body)
})

test('while the community takes no photos, an upload is 404 and an earlier one is not sent (10.media.limits)', async () => {
  const [ada, ben] = await newTalk()
  const clientMessageId = randomUUID()
  const { body: medium } = await upload(ada, ben, file, { clientMessageId })
  await changeSettings(nats, { features: { ...DEFAULT_SETTINGS.features, chatPhotos: false } })
  await vi.waitFor(async () => expect((await upload(ada, ben, file)).body.code).toBe(errors.featureOff.code), WAIT)
  const body = { receiverId: ben.userId, clientMessageId, mediaId: medium.id }
  expect((await ada.call(chat.sendMessage, { body })).body.code).toBe(errors.mediaNotWanted.code)
  await changeSettings(nats, {})
  await vi.waitFor(async () => expect((await ada.call(chat.sendMessage, { body })).status).toBe(201), WAIT)
})

test('SEC-67 the partner of an ended match is unknown to an upload', async () => {
  const ada = newUser()
  expect((await upload(ada, newUser(), file)).body.code).toBe(errors.mayNotMessage.code)
  expect((await upload(ada, ada, file)).body.code).toBe(errors.ownMessage.code)
})

test('INV-12 a reset deletes media with their bytes', async () => {
  const [ada, ben] = await newTalk()
  await sendPhoto(ada, ben)
  expect((await listMessages(ada, ben)).at(-1)?.kind).toBe('photo')
  await request(nats, resetOf('chat'), { epoch: 1 })
  expect([await media.countDocuments({}), await blobs.countDocuments({ _id: { $not: /90000/ } })]).toEqual([0, 0])
})
