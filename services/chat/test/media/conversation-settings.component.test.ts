import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sharp } from '@zing/media/photos/sharp'
import { errors } from '@zing/proto/errors'
import * as chatContract from '@zing/proto/http/chat'
import * as contract from '@zing/proto/http/media'
import type { MediaKind } from '@zing/proto/messages'
import { getExportedChatSettings, getMediaPart, getMessageEvidence } from '@zing/proto/nats/rpc/chat'
import { membersOf } from '@zing/proto/pair-key'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { createModels } from '../../src/models/models.ts'
import { now } from '../fake-others.ts'
import { setupChat } from '../setup-chat.ts'
import type { TestUser } from '../test-users.ts'

const { db, nats, newUser, newMatch, setPair, connect, sendMessage, listMessages } = await setupChat()
const models = createModels(db)

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#d9214e' } })
  .png()
  .toBuffer()
const sound = readFileSync(new URL('../../../../packages/media/test/recordings/chromium.webm', import.meta.url))
const FILES = {
  photo: new Blob([picture], { type: 'image/png' }),
  voice: new Blob([sound], { type: 'audio/webm' }),
}
const unknown = { status: 404, body: errors.matchNotFound().body }

const settingsOf = (user: TestUser, { userId }: TestUser) =>
  user.call(contract.getConversationSettings, { params: { userId } })
const choose = (user: TestUser, { userId }: TestUser, photos: unknown, voice: unknown = photos) =>
  user.call(contract.putConversationSettings, { params: { userId }, body: { photos, voice } })
const fetchMedia = (user: TestUser, id: number, size: 'thumb' | 'full' = 'full') =>
  user.call(contract.getMedia, { params: { id }, query: { size } })

function upload(
  from: TestUser,
  { userId: receiverId }: TestUser,
  kind: MediaKind,
  clientMessageId: string = randomUUID(),
) {
  return from.call(contract.uploadMedia, { query: { kind, clientMessageId, receiverId }, body: FILES[kind] })
}

/** Sends a photo or recording, and returns its message. */
async function send(from: TestUser, to: TestUser, kind: MediaKind, clientMessageId = randomUUID()) {
  const uploaded = await upload(from, to, kind, clientMessageId)
  expect(uploaded.status).toBe(201)
  const body = { receiverId: to.userId, clientMessageId, mediaId: uploaded.body.id, caption: 'Look!' }
  const sent = await from.call(chatContract.sendMessage, {
    body: kind === 'photo' ? body : { ...body, caption: undefined },
  })
  expect(sent.status).toBe(201)
  return sent.body
}

/** Two users who have written to each other. */
async function newTalk(): Promise<[TestUser, TestUser]> {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  await sendMessage(ben, ada, 'hello')
  return [ada, ben]
}

const kindsSeenBy = async (viewer: TestUser, partner: TestUser) =>
  (await listMessages(viewer, partner)).map((message) =>
    message.kind === 'photo' ? `${message.kind} ${message.veiled ?? false}` : message.kind,
  )

test('media go once both have written, or as the receiver chooses (10.media.settings)', async () => {
  const [ada, ben] = newMatch()
  const both = (isAllowed: boolean) => ({ photos: isAllowed, voice: isAllowed })
  const initial = { photos: 'afterBoth', voice: 'afterBoth', maySend: both(false) }
  expect(await settingsOf(ada, ben)).toMatchObject({ status: 200, body: initial })
  await sendMessage(ada, ben, 'hi')
  expect((await settingsOf(ada, ben)).body.maySend).toEqual(both(false))
  const refused = await upload(ada, ben, 'photo')
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'MEDIA_NOT_WANTED' }])

  expect((await choose(ben, ada, 'fromStart')).body).toEqual({ ...initial, photos: 'fromStart', voice: 'fromStart' })
  expect((await settingsOf(ada, ben)).body).toEqual({ ...initial, maySend: both(true) })
  await send(ada, ben, 'photo')
  expect((await upload(ben, ada, 'photo')).status).toBe(403) // what one takes says nothing about the other

  await choose(ben, ada, 'afterBoth')
  await sendMessage(ben, ada, 'hello')
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const)
    expect((await settingsOf(one, other)).body.maySend).toEqual(both(true))
})

test('no photos and no voice are two choices, also for uploads before them (10.media.settings)', async () => {
  const [ada, ben] = await newTalk()
  const clientMessageId = randomUUID()
  const { body: before } = await upload(ada, ben, 'photo', clientMessageId)
  await choose(ben, ada, 'no', 'afterBoth')
  expect((await settingsOf(ada, ben)).body.maySend).toEqual({ photos: false, voice: true })
  const late = { receiverId: ben.userId, clientMessageId, mediaId: before.id }
  expect((await ada.call(chatContract.sendMessage, { body: late })).body).toMatchObject({ code: 'MEDIA_NOT_WANTED' })
  await send(ada, ben, 'voice')
  await choose(ben, ada, 'afterBoth', 'no')
  expect((await upload(ada, ben, 'voice')).body).toMatchObject({ code: 'MEDIA_NOT_WANTED' })
  expect((await ada.call(chatContract.sendMessage, { body: late })).status).toBe(201)
})

test('a copy of the data has what its user has chosen', async () => {
  const [ada, ben] = await newTalk()
  const cleo = newUser('Cleo')
  setPair(ada, cleo, { matchedAt: now(), rev: 2 })
  for (const [partner, photos] of [
    [ben, 'no'],
    [cleo, 'fromStart'],
  ] as const)
    await choose(ada, partner, photos, 'afterBoth')
  const copied = async ({ userId }: TestUser) =>
    (await request(nats, getExportedChatSettings, { userId, after: '' })).items
  const chosen = [
    { userId: ben.userId, photos: 'no', voice: 'afterBoth' },
    { userId: cleo.userId, photos: 'fromStart', voice: 'afterBoth' },
  ]
  expect(await copied(ada)).toEqual(expect.arrayContaining(chosen))
  expect(await copied(ben)).toEqual([])
})

test('SEC-22 strangers and blocked users have no settings, and no other choice is stored', async () => {
  const [ada, ben] = await newTalk()
  for (const [user, partner] of [
    [newUser(), ada],
    [ada, newUser()],
  ] as const) {
    expect(await settingsOf(user, partner)).toMatchObject(unknown)
    expect(await choose(user, partner, 'no')).toMatchObject(unknown)
  }
  for (const wrong of ['yes', null, { $gt: '' }]) expect((await choose(ada, ben, wrong)).status).toBe(400)
  await ben.call(chatContract.blockUser, { body: { blockedUserId: ada.userId } })
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect(await settingsOf(one, other)).toMatchObject(unknown)
    expect(await choose(one, other, 'no')).toMatchObject(unknown)
  }
})

test('a photo is veiled until its receiver has opened one of the sender (10.media.veil)', async () => {
  const [ada, ben] = await newTalk()
  const tab = await connect(ben)
  await send(ada, ben, 'voice')
  const first = await send(ada, ben, 'photo')
  expect(first).not.toHaveProperty('veiled')
  await vi.waitFor(
    () => expect(tab.of('NEW_MESSAGE').at(-1)?.message).toMatchObject({ kind: 'photo', veiled: true }),
    WAIT,
  )
  const [voice] = (await listMessages(ben, ada)).filter(({ kind }) => kind === 'voice')
  if (voice?.kind !== 'voice' || first.kind !== 'photo') throw new Error('no media')
  await fetchMedia(ben, voice.mediaId)
  await fetchMedia(ada, first.mediaId)
  expect(await kindsSeenBy(ben, ada)).toEqual(['text', 'text', 'voice', 'photo true'])
  expect(await kindsSeenBy(ada, ben)).toEqual(['text', 'text', 'voice', 'photo false'])

  expect((await fetchMedia(ben, first.mediaId, 'thumb')).status).toBe(200)
  await send(ada, ben, 'photo')
  expect(await kindsSeenBy(ben, ada)).toEqual(['text', 'text', 'voice', 'photo false', 'photo false'])
  expect(tab.of('NEW_MESSAGE').at(-1)?.message).not.toHaveProperty('veiled')
  await send(ben, ada, 'photo')
  expect((await kindsSeenBy(ada, ben)).at(-1)).toBe('photo true')
})

test.each(['photo', 'voice'] as const)(
  'a deleted %s leaves no bytes, also after a repetition (10.media.delete)',
  async (kind) => {
    const [ada, ben] = await newTalk()
    const clientMessageId = randomUUID()
    const sent = await send(ada, ben, kind, clientMessageId)
    if (!('mediaId' in sent)) throw new Error('no medium')
    const medium = await models.Medium.findById(sent.mediaId).lean()
    const blobsOf = () => models.Blob.countDocuments({ _id: { $regex: `^${medium?.key}/` } })
    expect(await blobsOf()).toBe(kind === 'photo' ? 2 : 1)
    expect((await fetchMedia(ben, sent.mediaId)).status).toBe(200)

    const deleted = await ada.call(chatContract.deleteMessage, { params: { id: sent.id } })
    expect(deleted.status).toBe(204)
    for (const user of [ada, ben]) expect((await fetchMedia(user, sent.mediaId)).status).toBe(404)
    expect([await blobsOf(), await models.Medium.countDocuments({ _id: sent.mediaId })]).toEqual([0, 0])
    const [, , shown] = await listMessages(ben, ada)
    expect(shown).toMatchObject({ kind: 'deleted', content: 'Message deleted' })
    expect(Object.keys(shown ?? {})).not.toContain('mediaId')
    expect(await models.Message.countDocuments({ _id: sent.id, media: { $exists: true } })).toBe(0)
    const again = { receiverId: ben.userId, clientMessageId, mediaId: sent.mediaId }
    expect((await ada.call(chatContract.sendMessage, { body: again })).body).toMatchObject({
      kind: 'deleted',
      id: sent.id,
    })
  },
)

test('SEC-133 evidence names marked media, whose bytes moderators get after a block (10.media.evidence)', async () => {
  const [ada, ben] = await newTalk()
  const photo = await send(ada, ben, 'photo')
  const voice = await send(ada, ben, 'voice')
  const userIds = membersOf(ada.userId, ben.userId)
  await ben.call(chatContract.blockUser, { body: { blockedUserId: ada.userId } })
  const { messages } = await request(nats, getMessageEvidence, { userIds, marked: [photo.id] })
  if (photo.kind !== 'photo' || voice.kind !== 'voice') throw new Error('no media')
  expect(messages.slice(2).map(({ content, kind, media }) => ({ content, kind, media }))).toEqual([
    { content: 'Look!', kind: 'photo', media: { id: photo.mediaId, kind: 'photo' } },
    { content: '', kind: 'voice', media: undefined },
  ])

  const parts: string[] = []
  const ask = (mediaId: number, offset: number, ids = userIds) =>
    request(nats, getMediaPart, { userIds: ids, mediaId, offset })
  for (let offset = 0, total = 1; offset < total; ) {
    const part = await ask(photo.mediaId, offset)
    expect(part?.mimeType).toBe('image/jpeg')
    parts.push(part?.part ?? '')
    offset += Buffer.from(part?.part ?? '', 'base64').length
    total = part?.totalBytes ?? 0
  }
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part, 'base64')))
  expect((await sharp(bytes).metadata()).format).toBe('jpeg')
  expect(await ask(photo.mediaId, 0, membersOf(ada.userId, 999))).toBeNull()
  expect(await ask(999_999, 0)).toBeNull()
})
