import { DEFAULT_SETTINGS } from '@zing/proto/community/settings'
import * as chat from '@zing/proto/http/chat'
import { getMedia } from '@zing/proto/http/media'
import { getMessageEvidence } from '@zing/proto/nats/rpc/chat'
import { membersOf } from '@zing/proto/pair-key'
import type { PictureWants, SeenPicture } from '@zing/proto/vision/seen-picture'
import { changeSettings } from '@zing/testing/change-settings'
import { serveFakeVision } from '@zing/testing/fake-vision'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setupChat } from '../setup-chat.ts'
import type { TestUser } from '../test-users.ts'
import { sendPhoto } from './test-media.ts'

const { env, nats, db, connect, newMatch, sendMessage, listMessages } = await setupChat(
  {},
  { visionSoonMs: 1_000, visionMs: 300, lookAgainMs: 20, lookIdleMs: 600_000 },
)
const media = db.collection<{ _id: number; createdAt: Date; looks: { mayBeNude?: boolean } }>('media')
const on = { people: { ...DEFAULT_SETTINGS.people, nakednessFrom: 80 } }
const naked = { nakedness: 0.8 }
const decent = { nakedness: 0.79 }

type Answer = SeenPicture | 'away' | Promise<SeenPicture>
let asked: PictureWants[] = []
let stop = async () => {}
async function startVision(answer: () => Answer): Promise<void> {
  await stop()
  const fake = await serveFakeVision(env.NATS_URL, (wants) => {
    expect(wants).toEqual({ nakedness: true })
    return answer()
  })
  asked = fake.asked
  stop = async () => {
    stop = async () => {}
    await fake.stop()
  }
}
afterEach(() => stop())

async function newTalk(): Promise<[TestUser, TestUser]> {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  await sendMessage(ben, ada, 'hello')
  return [ada, ben]
}
const markIn = (message: object | undefined) => message && 'mayBeNude' in message && message.mayBeNude
const markFor = async (reader: TestUser, partner: TestUser) => markIn((await listMessages(reader, partner)).at(-1))

/** Sends photos until vision answers each in time. Each has a new sender, whose quota is not used up. */
async function visionIsBack(): Promise<void> {
  await vi.waitFor(async () => {
    const [ada, ben] = await newTalk()
    const { medium } = await sendPhoto(ada, ben)
    expect((await media.findOne({ _id: medium.id }))?.looks.mayBeNude).toBeDefined()
  }, WAIT)
}

beforeAll(async () => {
  await changeSettings(nats, on)
  await startVision(() => naked)
  await visionIsBack()
})

test('the sender is told at the upload, and the receiver alone sees the mark in pushes and pages', async () => {
  await startVision(() => naked)
  await visionIsBack()
  const [ada, ben] = await newTalk()
  const sockets = [await connect(ada), await connect(ben)]
  const { medium, sent } = await sendPhoto(ada, ben)
  expect([markIn(medium), markIn(sent.body)]).toEqual([true, false])
  await vi.waitFor(() => expect(markIn(sockets[1]?.of('NEW_MESSAGE').at(-1)?.message)).toBe(true), WAIT)
  await vi.waitFor(() => expect(markIn(sockets[0]?.of('MESSAGE_SENT').at(-1)?.message)).toBe(false), WAIT)
  expect([await markFor(ada, ben), await markFor(ben, ada)]).toEqual([false, true])
  const lists = await Promise.all([ada, ben].map((user) => user.call(chat.listConversations)))
  expect(lists.map(({ body }) => markIn(body[0]?.lastMessage ?? undefined))).toEqual([false, true])
  const marked = { userIds: membersOf(ada.userId, ben.userId), marked: [sent.body.id] }
  const { messages } = await request(nats, getMessageEvidence, marked)
  expect(messages.at(-1)?.media).toEqual({ id: medium.id, kind: 'photo', mayBeNude: true })
})

test('the sender does not learn whether the receiver opens the photo', async () => {
  await startVision(() => naked)
  await visionIsBack()
  const [ada, ben] = await newTalk()
  await sendPhoto(ada, ben)
  const socket = await connect(ada)
  const before = (await listMessages(ada, ben)).at(-1)
  const frames = socket.frames.length
  const [message] = (await listMessages(ben, ada)).slice(-1)
  const mediaId = message && 'mediaId' in message ? message.mediaId : 0
  expect((await ben.call(getMedia, { params: { id: mediaId } })).status).toBe(200)
  const after = (await listMessages(ada, ben)).at(-1)
  expect({ ...after, status: '' }).toEqual({ ...before, status: '' })
  expect(socket.frames.slice(frames).filter(({ type }) => !type.startsWith('MESSAGE'))).toEqual([])
})

test('below the threshold a photo has no mark; without a threshold nobody looks', async () => {
  await startVision(() => decent)
  await visionIsBack()
  const [ada, ben] = await newTalk()
  const { medium } = await sendPhoto(ada, ben)
  expect([markIn(medium), await markFor(ben, ada)]).toEqual([false, false])

  await changeSettings(nats, {})
  await vi.waitFor(async () => {
    const before = asked.length
    await sendPhoto(ada, ben)
    expect(asked.length).toBe(before)
  }, WAIT)
  const stored = (await media.find().sort({ _id: -1 }).limit(1).toArray())[0]
  expect(stored?.looks).not.toHaveProperty('mayBeNude')
  expect(stored).not.toHaveProperty('unseen')
  await changeSettings(nats, on)
  await vi.waitFor(async () => {
    const before = asked.length
    await sendPhoto(ada, ben)
    expect(asked.length).toBe(before + 1)
  }, WAIT)
})

test('while vision is away uploads do not wait, and the mark comes with a later load', async () => {
  await stop()
  const [ada, ben] = await newTalk()
  const { medium, sent } = await sendPhoto(ada, ben)
  expect([sent.status, markIn(medium), await markFor(ben, ada)]).toEqual([201, false, false])
  const isPutOff = { _id: medium.id, 'unseen.nextAt': { $gt: new Date(Date.now() + 1_500) } }
  await vi.waitFor(async () => expect(await media.countDocuments(isPutOff)).toBe(1), WAIT)
  await startVision(() => naked)
  await vi.waitFor(async () => expect(await markFor(ben, ada)).toBe(true), WAIT)
  expect(await markFor(ada, ben)).toBe(false)
  expect(await media.findOne({ _id: medium.id })).not.toHaveProperty('unseen')
})

test('while vision stalls uploads succeed, and the marks come once it answers', async () => {
  const { promise: continued, resolve: go } = Promise.withResolvers<void>()
  await startVision(() => continued.then(() => naked))
  const [ada, ben] = await newTalk()
  const sent = []
  for (let i = 0; i < 4; i++) sent.push(await sendPhoto(ada, ben))
  expect(sent.map(({ sent: { status } }) => status)).toEqual([201, 201, 201, 201])
  const waiting = await media.countDocuments({ senderId: ada.userId, unseen: { $exists: true } })
  expect(waiting).toBe(4)
  go()
  await vi.waitFor(async () => expect(await markFor(ben, ada)).toBe(true), WAIT)
  await visionIsBack()
})

test('a photo that stalls vision each time is given up, and so is an old one', async () => {
  await stop()
  const [ada, ben] = await newTalk()
  const old = await sendPhoto(ada, ben)
  await media.updateOne({ _id: old.medium.id }, { $set: { createdAt: new Date(Date.now() - 61 * 60_000) } })
  const poison = await sendPhoto(ada, ben)
  await startVision(() => new Promise(() => {}))
  const isLeft = { _id: { $in: [old.medium.id, poison.medium.id] }, unseen: { $exists: true } }
  await vi.waitFor(async () => expect(await media.countDocuments(isLeft)).toBe(0), WAIT)
  expect(await markFor(ben, ada)).toBe(false)
})
