import { randomUUID } from 'node:crypto'
import { signInternalToken } from '@zing/kit/http/internal-token'
import { sharp } from '@zing/media/photos/sharp'
import { errors } from '@zing/proto/errors'
import * as chat from '@zing/proto/http/chat'
import { expect, test } from 'vitest'
import { setupChat } from '../setup-chat.ts'
import type { TestUser } from '../test-users.ts'
import { photoFile, picture, recording, sendPhoto, upload } from './test-media.ts'

const {
  chat: process,
  env,
  db,
  newMatch,
  newUser,
  sendMessage,
  listMessages,
  profiles,
  blockUser,
} = Object.assign(await setupChat(), {
  blockUser: (a: TestUser, b: TestUser) => a.call(chat.blockUser, { body: { blockedUserId: b.userId } }),
})
const media = db.collection<{ _id: number; key: string }>('media')
const blobs = db.collection<{ _id: string }>('blobs')
const hour = 60 * 60 * 1_000

/** Two users who have both written, so that each takes media. */
async function newTalk(): Promise<[TestUser, TestUser]> {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  await sendMessage(ben, ada, 'hello')
  return [ada, ben]
}

async function namedBlobs(): Promise<string[]> {
  const keys = (await media.find().toArray()).map(({ key }) => key)
  return keys.flatMap((key) => ['full', 'thumb', 'audio'].map((name) => `${key}/${name}`))
}

function fetchMedium({ userId, sid }: TestUser, id: number, { size = '', headers = {} } = {}) {
  const authorization = `Bearer ${signInternalToken(env.INTERNAL_TOKEN_SECRET, { userId, sid })}`
  return fetch(`${process.url}/api/media/${id}${size && `?size=${size}`}`, { headers: { authorization, ...headers } })
}

test('a photo is uploaded, sent and shown to both, with what a list needs (10.media.send)', async () => {
  const [ada, ben] = await newTalk()
  const { medium, sent } = await sendPhoto(ada, ben, { caption: 'the sea' })
  expect(medium).toMatchObject({ kind: 'photo', width: 60, height: 40, placeholder: expect.any(String) })
  const { kind, id, ...looks } = medium as Extract<typeof medium, { kind: 'photo' }>
  const shown = { kind, mediaId: id, ...looks, content: 'Photo', caption: 'the sea' }
  expect(sent).toMatchObject({ status: 201, body: shown })
  expect((await listMessages(ben, ada)).at(-1)).toMatchObject(shown)
  const conversations = await ben.call(chat.listConversations)
  expect(conversations.body[0]).toMatchObject({ unread: 2, lastMessage: shown })
})

test('a recording is uploaded and sent; the waveform is what the client has drawn (10.media.send)', async () => {
  const [ada, ben] = await newTalk()
  const peaks = Buffer.from(Array.from({ length: 64 }, (_, i) => i * 4)).toString('base64url')
  const clientMessageId = randomUUID()
  const file = photoFile(await recording(), 'audio/webm')
  const { status, body } = await upload(ada, ben, file, { kind: 'voice', clientMessageId, peaks })
  expect({ status, body }).toMatchObject({ status: 201, body: { kind: 'voice', durationMs: expect.any(Number) } })
  const message = { receiverId: ben.userId, clientMessageId, mediaId: body.id }
  const sent = await ada.call(chat.sendMessage, { body: message })
  expect(sent.body).toMatchObject({ kind: 'voice', content: 'Voice message', mediaId: body.id })
  expect(sent.body.kind === 'voice' && sent.body.peaks.slice(0, 3)).toEqual([0, 0.02, 0.03])
  const sound = await fetchMedium(ben, body.id)
  expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/webm'])
})

test('the stored photo is upright, at most 1,600 px, and without metadata (10.media.private)', async () => {
  const [ada, ben] = await newTalk()
  const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' }, IFD0: { Copyright: 'secret-of-ada' } }
  const file = await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#246' } })
    .jpeg()
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect(file.includes('secret-of-ada') || (await sharp(file).metadata()).exif !== undefined).toBe(true)
  const { body } = await upload(ada, ben, photoFile(file))
  for (const [size, width, height] of [['full', 800, 1_600] as const, ['thumb', 160, 320] as const]) {
    const bytes = Buffer.from(await (await fetchMedium(ada, body.id, { size })).arrayBuffer())
    const found = await sharp(bytes).metadata()
    expect({ ...found, exif: found.exif, orientation: found.orientation }).toMatchObject({ width, height })
    expect([found.exif, found.xmp, found.iptc, found.orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(bytes.includes('secret-of-ada')).toBe(false)
  }
})

test('the same upload again is the same medium, one at a time and at once (10.media.once)', async () => {
  const [ada, ben] = await newTalk()
  const clientMessageId = randomUUID()
  const file = photoFile(await picture())
  const first = await upload(ada, ben, file, { clientMessageId })
  const again = await upload(ada, ben, file, { clientMessageId: clientMessageId.toUpperCase() })
  expect(again).toMatchObject({ status: 201, body: first.body })
  const other = { clientMessageId: randomUUID() }
  const both = await Promise.all([upload(ada, ben, file, other), upload(ada, ben, file, other)])
  const ids = both.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))
  expect(new Set(ids).size).toBe(1)
  expect(await media.countDocuments({ senderId: ada.userId })).toBe(2)
  expect((await upload(ada, ben, file, { clientMessageId, kind: 'voice' })).body.code).toBe(errors.invalidMedia.code)
})

test('a message with a medium is stored once, whatever is repeated and whatever happened since (10.media.once)', async () => {
  const [ada, ben] = await newTalk()
  const { clientMessageId, medium, sent } = await sendPhoto(ada, ben)
  const body = { receiverId: ben.userId, clientMessageId, mediaId: medium.id }
  expect((await ada.call(chat.sendMessage, { body })).body.id).toBe(sent.body.id)
  await db
    .collection<{ _id: string }>('conversations')
    .updateOne(
      { members: { $all: [ada.userId, ben.userId] } },
      { $set: { takes: { lo: { photos: 'no', voice: 'no' }, hi: { photos: 'no', voice: 'no' } } } },
    )
  expect((await ada.call(chat.sendMessage, { body })).body.id).toBe(sent.body.id)
  expect((await sendPhoto(ada, ben)).sent.body.code).toBe(errors.invalidRequest.code)
  expect((await listMessages(ada, ben)).filter(({ kind }) => kind === 'photo')).toHaveLength(1)
})

test('a message names only its sender’s own medium, for that receiver and that message (10.media.send)', async () => {
  const [ada, ben] = await newTalk()
  const clientMessageId = randomUUID()
  const { body: medium } = await upload(ada, ben, photoFile(await picture()), { clientMessageId })
  const send = async (from: TestUser, to: TestUser, more: object) =>
    (await from.call(chat.sendMessage, { body: { receiverId: to.userId, mediaId: medium.id, ...more } })).body.code
  const { code } = errors.invalidMedia
  expect(await send(ben, ada, { clientMessageId })).toBe(code)
  expect(await send(ada, ben, { clientMessageId: randomUUID() })).toBe(code)
  expect(await send(ada, ben, {})).toBe(code)
  expect(await send(ada, ben, { clientMessageId, mediaId: medium.id + 1_000 })).toBe(code)
  expect(await send(ada, ben, { clientMessageId, caption: '<b>' })).toBe(errors.invalidRequest.code)
  expect(await send(ada, ben, { clientMessageId, caption: 'x'.repeat(501) })).toBe(errors.invalidRequest.code)
  expect(await send(ada, ben, { clientMessageId })).toBeUndefined()
})

test('media are taken only once both have written, unless the receiver takes them from the start (10.media.settings)', async () => {
  const [ada, ben] = newMatch()
  const file = photoFile(await picture())
  await sendMessage(ada, ben, 'hi')
  expect((await upload(ada, ben, file)).body.code).toBe(errors.mediaNotWanted.code)
  const side = ben.userId < ada.userId ? 'lo' : 'hi'
  const takes = { [`takes.${side}`]: { photos: 'fromStart', voice: 'no' } }
  await db.collection('conversations').updateOne({ members: { $all: [ada.userId, ben.userId] } }, { $set: takes })
  expect((await upload(ada, ben, file)).status).toBe(201)
  const sound = photoFile(await recording(), 'audio/webm')
  expect((await upload(ada, ben, sound, { kind: 'voice' })).body.code).toBe(errors.mediaNotWanted.code)
  expect((await upload(ben, ada, file)).body.code).toBe(errors.mediaNotWanted.code)
  const stranger = newUser()
  expect((await upload(stranger, ada, file)).body.code).toBe(errors.mayNotMessage.code)
})

test('a file that is no picture or no recording is refused, and so are too many bytes (10.media.send)', async () => {
  const [ada, ben] = await newTalk()
  const refused = async (bytes: Buffer, type: string, kind: 'photo' | 'voice') =>
    (await upload(ada, ben, photoFile(bytes, type), { kind })).body.code
  expect(await refused(Buffer.from('<svg/>'), 'image/png', 'photo')).toBe('INVALID_IMAGE')
  expect(await refused(await recording(), 'audio/webm', 'photo')).toBe('INVALID_IMAGE')
  expect(await refused(await picture(), 'image/jpeg', 'voice')).toBe('INVALID_VOICE')
  expect(await refused(Buffer.alloc(512_001), 'audio/webm', 'voice')).toBe('BODY_TOO_LARGE')
  expect(await refused(Buffer.alloc(12_000_001), 'image/jpeg', 'photo')).toBe('BODY_TOO_LARGE')
  expect(await refused(await picture(), 'text/html', 'photo')).toBe('NOT_JSON')
  expect(await media.countDocuments({ senderId: ada.userId })).toBe(0)
  expect(await blobs.countDocuments({ _id: { $nin: await namedBlobs() } })).toBe(0)
})

test('the two members alone get the bytes; the receiver once the message is there (10.media.private)', async () => {
  const [ada, ben] = await newTalk()
  const carl = newUser()
  const clientMessageId = randomUUID()
  const { body: medium } = await upload(ada, ben, photoFile(await picture()), { clientMessageId })
  const statuses = async () =>
    Promise.all([ada, ben, carl].map(async (user) => (await fetchMedium(user, medium.id)).status))
  expect(await statuses()).toEqual([200, 404, 404])
  await ada.call(chat.sendMessage, { body: { receiverId: ben.userId, clientMessageId, mediaId: medium.id } })
  expect(await statuses()).toEqual([200, 200, 404])
  expect((await fetchMedium(ben, medium.id + 1_000)).status).toBe(404)
})

test('bytes come with a strong ETag, in parts on request, and are kept by the browser alone (10.media.private)', async () => {
  const [ada, ben] = await newTalk()
  const { medium } = await sendPhoto(ada, ben)
  const whole = await fetchMedium(ben, medium.id)
  const bytes = Buffer.from(await whole.arrayBuffer())
  const etag = `"${medium.id}-full"`
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'cache-control': 'private, no-cache',
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag,
  })
  const held = await fetchMedium(ben, medium.id, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })
  expect([held.status, (await held.arrayBuffer()).byteLength]).toEqual([304, 0])
  const part = async (range: string, more = {}) => {
    const response = await fetchMedium(ben, medium.id, { headers: { range, ...more } })
    return {
      status: response.status,
      range: response.headers.get('content-range'),
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }
  const size = bytes.length
  expect(await part('bytes=2-5')).toEqual({ status: 206, range: `bytes 2-5/${size}`, bytes: bytes.subarray(2, 6) })
  expect(await part('bytes=-4')).toMatchObject({ status: 206, bytes: bytes.subarray(-4) })
  expect(await part('bytes=9-')).toMatchObject({ status: 206, bytes: bytes.subarray(9) })
  expect(await part(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` })
  expect(await part('bytes=0-1,4-5')).toMatchObject({ status: 200, bytes })
  expect(await part('bytes=2-5', { 'if-range': '"old"' })).toMatchObject({ status: 200, bytes })
})

test('after a block and for a suspended partner the address is unknown (10.media.private)', async () => {
  const [ada, ben] = await newTalk()
  const { medium } = await sendPhoto(ada, ben)
  profiles.set(ada.userId, { suspendedUntil: new Date(Date.now() + hour).toISOString() })
  expect((await fetchMedium(ben, medium.id)).status).toBe(404)
  profiles.delete(ada.userId)
  expect((await fetchMedium(ben, medium.id)).status).toBe(200)
  await blockUser(ben, ada)
  expect((await fetchMedium(ben, medium.id)).status).toBe(404)
  expect((await fetchMedium(ada, medium.id)).status).toBe(404)
})

test('a reply to a photo quotes its kind and caption, and a reaction names it (10.media.send)', async () => {
  const [ada, ben] = await newTalk()
  const { sent } = await sendPhoto(ada, ben, { content: 'the sea' })
  const body = { receiverId: ada.userId, content: 'wow', replyToId: sent.body.id }
  const reply = await ben.call(chat.sendMessage, { body })
  expect(reply.body.replyTo).toMatchObject({ id: sent.body.id, kind: 'photo', content: 'the sea' })
  await ben.call(chat.setReaction, { params: { id: sent.body.id }, body: { emoji: '🔥' } })
  const [conversation] = (await ada.call(chat.listConversations)).body
  expect(conversation?.lastReaction).toMatchObject({ kind: 'photo', content: 'the sea', emoji: '🔥' })
})
