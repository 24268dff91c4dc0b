import { createHash, randomBytes } from 'node:crypto'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { errors } from '@zing/proto/errors'
import { SESSION_HEADER } from '@zing/proto/headers'
import { confirmPassword } from '@zing/proto/http/account'
import { updateUser } from '@zing/proto/http/auth'
import * as contract from '@zing/proto/http/exports'
import { addPhoto } from '@zing/proto/http/photos'
import { EXPORT_TTL_MS } from '@zing/proto/limits'
import {
  type ExportedAppeal,
  type ExportedDecision,
  getExportedAppeals,
  getExportedDecisions,
  getExportedReports,
} from '@zing/proto/nats/rpc/admin'
import {
  EXPORTED_MESSAGES_PER_PAGE,
  type ExportedMessage,
  getExportedBlocks,
  getExportedChatSettings,
  getExportedMessages,
  getMediaPart,
} from '@zing/proto/nats/rpc/chat'
import {
  type ExportedPair,
  getExportedDiscovery,
  getExportedNotificationSettings,
  getExportedNotifications,
  getExportedPairs,
  getExportedPasses,
} from '@zing/proto/nats/rpc/social'
import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { WAIT } from '@zing/testing/wait'
import { strFromU8, unzipSync } from 'fflate'
import jwt from 'jsonwebtoken'
import { describe, expect, test, vi } from 'vitest'
import { photo } from '../pictures.ts'
import { PASSWORD, setupAuth } from '../setup-auth.ts'

const { nats, db, anonymous, newUser, logIn, fetchAs } = await setupAuth()
const copies = db.collection<{ _id: string; expiresAt: Date; aliveAt: Date; attempt: number; isComplete: boolean }>(
  'exports',
)
const AT = '2026-01-01T00:00:00.000Z'
/** Numbers of messages; auth stores a chunk of the copy for about 5,500. */
const [SECOND_CHUNK, SEVERAL_CHUNKS] = [10_000, 15_000]
const DECISION: ExportedDecision = {
  ...{ id: 4, action: 'suspend', reason: 'scam', text: 'No more of that', field: null },
  ...{ decidedAt: AT, until: AT, undoneAt: null },
}
const APPEAL: ExportedAppeal = {
  ...{ id: 5, decisionId: 4, text: 'It was not me', createdAt: AT, status: 'refused', answer: 'It was', decidedAt: AT },
}
const SETTINGS = { likes: true, matches: false, messages: true, names: false, quietHours: null }

/** The data of the fake social and chat, by user. */
const pairs = new Map<number, ExportedPair[]>()
const messageCounts = new Map<number, number>()
/** The photos and recordings of the fake chat, by id; a part has 1,000 bytes. */
const media = new Map<number, { bytes: Buffer; mimeType: string }>()
/** Messages with media, by user. */
const mediaMessages = new Map<number, ExportedMessage[]>()
/** The user whose next request for messages fails. */
let failing: number | null = null
/** Holds back the pages of messages that begin at `from` or later. */
let held: { from: number; released: Promise<void> } | null = null

function messageOf(userId: number, seq: number): ExportedMessage {
  const common = { kind: 'text' as const, id: seq, seq, createdAt: AT, read: true, status: 'read' as const }
  const content = `äöü ${createHash('sha256').update(String(seq)).digest('hex')}` // hardly compressible
  return { partnerId: 2, message: { ...common, senderId: userId, receiverId: 2, content } }
}

serveRpc(nats, 'others', [
  rpcHandler(getExportedPairs, async ({ userId, after }) => {
    const all = pairs.get(userId) ?? []
    const at = Number(after)
    return { items: all.slice(at, at + 2), next: at + 2 < all.length ? String(at + 2) : null }
  }),
  rpcHandler(getExportedPasses, async () => ({ items: [{ userId: 8, name: 'Dana', passedAt: AT }], next: null })),
  rpcHandler(getExportedDiscovery, async () => ({
    items: [{ preferences: NO_PREFERENCES, alerts: true, activeOn: AT }],
    next: null,
  })),
  rpcHandler(getExportedNotifications, async () => ({
    items: [
      { id: 1, type: 'NEW_DEVICE' as const, payload: { browser: null, system: null }, createdAt: AT, readAt: null },
    ],
    next: null,
  })),
  rpcHandler(getExportedNotificationSettings, async () => ({ items: [{ ...SETTINGS, devices: [] }], next: null })),
  rpcHandler(getExportedMessages, async ({ userId, after }) => {
    if (failing === userId) {
      failing = null
      throw new Error('not now')
    }
    if (held && Number(after) >= held.from) await held.released
    const [from, last] = [Number(after), messageCounts.get(userId) ?? 0]
    const to = Math.min(from + EXPORTED_MESSAGES_PER_PAGE, last)
    const items = Array.from({ length: to - from }, (_, i) => messageOf(userId, from + i + 1))
    if (to === last) items.push(...(mediaMessages.get(userId) ?? []))
    return { items, next: to < last ? String(to) : null }
  }),
  rpcHandler(getMediaPart, async ({ mediaId, offset }) => {
    const found = media.get(mediaId)
    if (!found) return null
    const part = found.bytes.subarray(offset, offset + 1_000).toString('base64')
    return { part, totalBytes: found.bytes.length, mimeType: found.mimeType }
  }),
  rpcHandler(getExportedChatSettings, async () => ({
    items: [{ userId: 2, photos: 'no' as const, voice: 'afterBoth' as const }],
    next: null,
  })),
  rpcHandler(getExportedBlocks, async () => ({ items: [{ userId: 9 }], next: null })),
  rpcHandler(getExportedDecisions, async () => ({ items: [DECISION], next: null })),
  rpcHandler(getExportedAppeals, async () => ({ items: [APPEAL], next: null })),
  rpcHandler(getExportedReports, async ({ after }) => {
    const report = { userId: 8, category: 'scam' as const, text: 'He wants money', createdAt: AT }
    return after === ''
      ? { items: [{ id: 1, ...report }], next: '1' }
      : { items: [{ id: 2, ...report, text: null }], next: null }
  }),
])
await (await nats.connection).flush()

type User = Awaited<ReturnType<typeof newUser>>

async function confirmed(details = {}): Promise<User> {
  const user = await newUser(details)
  expect((await user.call(confirmPassword, { body: { password: PASSWORD } })).status).toBe(204)
  return user
}

async function begin(user: Pick<User, 'call'>): Promise<string> {
  const { status, body } = await user.call(contract.createExport)
  expect(status).toBe(200)
  return body.url
}

async function complete(): Promise<void> {
  await vi.waitFor(async () => expect(await copies.countDocuments({ isComplete: false })).toBe(0), WAIT)
}

async function download(user: Pick<User, 'identity'>, url: string, headers: Record<string, string> = {}) {
  const response = await fetchAs(user.identity, url, headers)
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

function filesIn(bytes: Buffer): Record<string, string> {
  return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]))
}

describe('the copy of a user’s data', () => {
  test('photos and recordings of the messages are files in it (10.media.export)', async () => {
    const ada = await confirmed()
    const [photoBytes, sound] = [randomBytes(2_500), randomBytes(700)]
    media.set(41, { bytes: photoBytes, mimeType: 'image/jpeg' }).set(42, { bytes: sound, mimeType: 'audio/mp4' })
    const { partnerId, message } = messageOf(ada.user.id, 1)
    const photoMessage = { kind: 'photo' as const, width: 3, height: 2, placeholder: 'abc', caption: 'At sea' }
    mediaMessages.set(ada.user.id, [
      { partnerId, message: { ...message, ...photoMessage, mediaId: 41 } },
      { partnerId, message: { ...message, kind: 'voice', mediaId: 42, durationMs: 900, peaks: [0.5] } },
      { partnerId, message: { ...message, ...photoMessage, mediaId: 43 } }, // deleted meanwhile
      { partnerId, message: { ...message, kind: 'deleted' } },
    ])
    const { bytes } = await download(ada, await begin(ada))
    const files = unzipSync(bytes)
    const names = Object.keys(files).filter((name) => name.startsWith('chat/media/'))
    expect(names).toEqual(['chat/media/41.jpg', 'chat/media/42.m4a'])
    expect(Buffer.from(files['chat/media/41.jpg'] ?? []).equals(photoBytes)).toBe(true)
    expect(Buffer.from(files['chat/media/42.m4a'] ?? []).equals(sound)).toBe(true)
    const listed: { mediaId?: number }[] = JSON.parse(strFromU8(files['chat/messages.json'] ?? new Uint8Array()))
    expect(listed.map(({ mediaId }) => mediaId)).toEqual([41, 42, 43, undefined])
    expect(strFromU8(files['README.txt'] ?? new Uint8Array())).toContain('chat/media/')
  })

  test('it has every part and no secret data (10.story.own, 10.place.own)', async () => {
    const ada = await confirmed({ selfie: await photo() })
    const trip = { placeId: 'PT', placeName: 'Portugal', until: new Date(Date.now() + 60_000).toISOString() }
    const story = { bio: 'Hello', interests: ['tea'] }
    const { body: account } = await ada.call(updateUser, { body: { ...story, placeId: 'DE', trip } })
    const { body: second } = await ada.call(addPhoto, { body: { photo: await photo(30, 30) } })
    pairs.set(ada.user.id, [
      { userId: 2, name: 'Ben', likedAt: AT, matchedAt: AT },
      { userId: 3, name: null, likedAt: AT, matchedAt: null },
      { userId: 4, name: 'Cleo', likedAt: null, matchedAt: AT },
    ])
    messageCounts.set(ada.user.id, 250)
    const { status, headers, bytes } = await download(ada, await begin(ada))
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(headers.get('content-disposition')).toBe('attachment; filename="zing-data.zip"')
    expect(headers.get('cache-control')).toBe('private, no-store')

    const files = filesIn(bytes)
    const { 'README.txt': readme = '', ...others } = files
    for (const name of Object.keys(others)) expect(readme).toContain(name.replace(/^photos\/.*/, 'photos/'))
    const json = (name: string) => JSON.parse(files[name] ?? '')
    const photos = [...account.photos, second]
    expect(json('auth/account.json')).toEqual({
      ...account,
      photos,
      recoveryCodes: 0,
      ageConfirmedAt: account.createdAt,
      moves: [expect.stringMatching(/Z$/)],
    })
    expect(json('auth/sessions.json')).toMatchObject([{ current: true, browser: null }])
    expect(json('auth/passkeys.json')).toEqual([])
    expect(json('social/likes.json')).toEqual([
      { userId: 2, name: 'Ben', likedAt: AT },
      { userId: 3, name: null, likedAt: AT },
    ])
    expect(json('social/matches.json')).toEqual([
      { userId: 2, name: 'Ben', matchedAt: AT },
      { userId: 4, name: 'Cleo', matchedAt: AT },
    ])
    expect(json('social/passes.json')).toEqual([{ userId: 8, name: 'Dana', passedAt: AT }])
    expect(json('social/discovery.json')).toEqual([{ preferences: NO_PREFERENCES, alerts: true, activeOn: AT }])
    expect(json('social/notifications.json')).toMatchObject([{ type: 'NEW_DEVICE' }])
    expect(json('social/notification-settings.json')).toEqual([{ ...SETTINGS, devices: [] }])
    const sent = json('chat/messages.json')
    expect([sent.length, sent[249]]).toEqual([250, { partnerId: 2, ...messageOf(ada.user.id, 250).message }])
    expect(json('chat/blocks.json')).toEqual([{ userId: 9 }])
    expect(json('chat/settings.json')).toEqual([{ userId: 2, photos: 'no', voice: 'afterBoth' }])
    expect(json('admin/reports.json')).toEqual([
      { id: 1, userId: 8, category: 'scam', text: 'He wants money', createdAt: AT },
      { id: 2, userId: 8, category: 'scam', text: null, createdAt: AT },
    ])
    expect([json('admin/decisions.json'), json('admin/appeals.json')]).toEqual([[DECISION], [APPEAL]])
    for (const { id, path } of photos) {
      const shown = await (await fetchAs(ada.identity, path)).arrayBuffer()
      expect(Buffer.from(unzipSync(bytes)[`photos/${id}.jpg`] ?? []).equals(Buffer.from(shown))).toBe(true)
    }
    expect(Object.keys(files).filter((name) => name.startsWith('photos/'))).toHaveLength(2)
    const whole = Object.values(files).join()
    for (const secret of [ada.sid, PASSWORD, '$argon2']) expect(whole).not.toContain(secret)
  })

  test('it says when the user has agreed to a verification, and what has come of it', async () => {
    const ada = await confirmed()
    const times = { consentAt: AT, sentAt: AT, decidedAt: AT }
    const stored = Object.fromEntries(Object.entries(times).map(([name, at]) => [name, new Date(at)]))
    const refused = { id: 7, state: 'refused', ...stored, reason: 'pose', text: 'Look up' }
    await db.collection<{ _id: number }>('users').updateOne({ _id: ada.user.id }, { $set: { verification: refused } })
    const account = JSON.parse(filesIn((await download(ada, await begin(ada))).bytes)['auth/account.json'] ?? '')
    expect(account.verification).toEqual({ state: 'refused', ...times, reason: 'pose', text: 'Look up' })
    expect(account.verified).toBe(false)
  })

  test('it requires a confirmation', async () => {
    const refused = await (await newUser()).call(contract.createExport)
    expect([refused.status, refused.body]).toEqual([403, errors.confirmNeeded().body])
    expect((await anonymous.call(contract.createExport)).status).toBe(401)
  })

  test('SEC-112 only the session that requested it can download it', async () => {
    const ada = await confirmed()
    const mallory = await newUser()
    const { headers } = await logIn(ada.user.username)
    const { sid } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string } // the response carries a token
    const url = await begin(ada)
    await complete()
    expect((await download({ identity: { userId: ada.user.id, sid } }, url)).status).toBe(404)
    expect((await download({ identity: { userId: mallory.user.id, sid: ada.sid } }, url)).status).toBe(404)
    expect((await download(mallory, url)).status).toBe(404)
    expect((await fetchAs(null, url)).status).toBe(401)
    expect((await download(ada, `${url.slice(0, -43)}${'A'.repeat(43)}`)).status).toBe(404)
    expect((await download(ada, url.slice(0, -1))).status).toBe(400)
    expect((await download(ada, url)).status).toBe(200)
    const stored = JSON.stringify(await copies.find({ userId: ada.user.id }).toArray())
    expect(stored).not.toContain(url.split('/').at(-1))
  })

  test('SEC-112 the link works once, within an hour', async () => {
    const ada = await confirmed()
    const url = await begin(ada)
    await complete()
    let head = await fetchAs(ada.identity, url, {}, 'HEAD')
    for (let i = 0; i < 10; i++) {
      expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0])
      head = await fetchAs(ada.identity, url, {}, 'HEAD') // auth would note a use of the link after the response
    }
    const { status, headers, bytes } = await download(ada, url)
    expect([status, bytes.length]).toEqual([200, Number(headers.get('content-length'))])
    expect(head.headers.get('content-length')).toBe(headers.get('content-length'))
    await vi.waitFor(async () => expect((await download(ada, url)).status).toBe(404), WAIT)

    const second = await begin(ada)
    await complete()
    const [copy] = await copies.find({ userId: ada.user.id }).toArray()
    const leftMs = Number(copy?.expiresAt) - Date.now()
    expect(leftMs).toBeLessThanOrEqual(EXPORT_TTL_MS)
    expect(leftMs).toBeGreaterThan(EXPORT_TTL_MS - 60_000)
    await copies.updateMany({ userId: ada.user.id }, { $set: { expiresAt: new Date(Date.now() - 1) } })
    expect((await download(ada, second)).status).toBe(404)
  })

  test('SEC-112 a broken download can be resumed, but no part is sent again after the end', async () => {
    const ada = await confirmed()
    messageCounts.set(ada.user.id, SEVERAL_CHUNKS)
    const url = await begin(ada)
    await complete()
    const part = await download(ada, url, { range: 'bytes=0-99999' })
    const size = Number(part.headers.get('content-range')?.split('/')[1])
    expect([part.status, part.bytes.length]).toEqual([206, 100_000])
    expect(part.headers.get('content-range')).toBe(`bytes 0-99999/${size}`)
    const etag = part.headers.get('etag') ?? ''
    const rest = await download(ada, url, { range: 'bytes=100000-', 'if-range': etag })
    expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes 100000-${size - 1}/${size}`])
    const files = filesIn(Buffer.concat([part.bytes, rest.bytes]))
    expect(JSON.parse(files['chat/messages.json'] ?? '')).toHaveLength(SEVERAL_CHUNKS)

    await vi.waitFor(async () => expect((await download(ada, url)).status).toBe(404), WAIT)
    for (const range of ['bytes=0-', 'bytes=1-', 'bytes=100000-', `bytes=${size - 10}-`, 'bytes=5-9'])
      for (const headers of [{ range }, { range, 'if-range': etag }])
        expect((await download(ada, url, headers)).status).toBe(404)
  })

  test('when a client leaves, it can resume the download, until the rest has been sent', async () => {
    const ada = await confirmed()
    messageCounts.set(ada.user.id, 40_000) // more than a socket takes at once
    const url = await begin(ada)
    await complete()
    const cut = new AbortController()
    const response = await fetchAs(ada.identity, url, {}, 'GET', cut.signal)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader() // a 200 of this call has a body
    const first = (await reader.read()).value ?? new Uint8Array()
    cut.abort()
    const rest = await download(ada, url, {
      range: `bytes=${first.length}-`,
      'if-range': String(response.headers.get('etag')),
    })
    expect(rest.status).toBe(206)
    const files = filesIn(Buffer.concat([first, rest.bytes]))
    expect(JSON.parse(files['chat/messages.json'] ?? '')).toHaveLength(40_000)
    await vi.waitFor(async () => expect((await download(ada, url, { range: 'bytes=1-' })).status).toBe(404), WAIT)
  })

  test('an invalid range is ignored, and a part in the middle does not use up the link', async () => {
    const ada = await confirmed()
    const url = await begin(ada)
    await complete()
    expect((await download(ada, url, { range: 'bytes=5-9' })).bytes).toHaveLength(5)
    const other = await download(ada, url, { range: 'bytes=5-9', 'if-range': '"another"' })
    expect(other.status).toBe(200)
    const next = await begin(ada)
    await complete()
    const beyond = await download(ada, next, { range: 'bytes=99999999-' })
    expect([beyond.status, Number(beyond.headers.get('content-length'))]).toEqual([200, beyond.bytes.length])
  })

  test('a copy can be downloaded while it is being made', async () => {
    const ada = await confirmed()
    messageCounts.set(ada.user.id, SEVERAL_CHUNKS)
    const released = Promise.withResolvers<void>()
    held = { from: SECOND_CHUNK, released: released.promise }
    const response = await fetchAs(ada.identity, await begin(ada))
    expect([response.status, response.headers.get('content-length')]).toEqual([200, null])
    const reader = (response.body as ReadableStream<Uint8Array>).getReader() // a 200 of this call has a body
    const parts = [(await reader.read()).value ?? new Uint8Array()]
    expect(parts[0]?.length).toBeGreaterThan(0)
    expect(await copies.countDocuments({ userId: ada.user.id, isComplete: false })).toBe(1)
    held = null
    released.resolve()
    for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value)
    expect(JSON.parse(filesIn(Buffer.concat(parts))['chat/messages.json'] ?? '')).toHaveLength(SEVERAL_CHUNKS)
  })

  test('a new copy replaces the earlier one', async () => {
    const ada = await confirmed()
    const [first, second] = [await begin(ada), await begin(ada)]
    await vi.waitFor(async () => expect((await download(ada, second)).status).toBe(200), WAIT)
    expect((await download(ada, first)).status).toBe(404)
    expect(await copies.countDocuments({ userId: ada.user.id })).toBe(1)
  })

  test('when a copy is deleted while it is being made, it leaves nothing behind', async () => {
    const ada = await confirmed()
    messageCounts.set(ada.user.id, SEVERAL_CHUNKS)
    const released = Promise.withResolvers<void>()
    held = { from: SECOND_CHUNK, released: released.promise }
    await begin(ada)
    const chunks = db.collection('exportChunks')
    const ofAda = { userId: ada.user.id }
    await vi.waitFor(async () => expect(await chunks.countDocuments(ofAda)).toBeGreaterThan(0), WAIT)
    await copies.deleteMany(ofAda)
    held = null
    released.resolve()
    await vi.waitFor(async () => expect(await chunks.countDocuments(ofAda)).toBe(0), WAIT)
  })

  /** Starts a copy that stops at page `from`, as if its process had ended. `finish` completes the first attempt. */
  async function lostCopy() {
    const ada = await confirmed()
    messageCounts.set(ada.user.id, SEVERAL_CHUNKS)
    const released = Promise.withResolvers<void>()
    held = { from: SECOND_CHUNK, released: released.promise }
    vi.useFakeTimers({ toFake: ['setInterval'] }) // the process does not mark the copy as alive
    const url = await begin(ada)
    vi.useRealTimers()
    const ofAda = { userId: ada.user.id }
    await vi.waitFor(async () => expect(await copies.countDocuments({ ...ofAda, bytes: { $gt: 0 } })).toBe(1), WAIT)
    await copies.updateMany(ofAda, { $set: { aliveAt: new Date(Date.now() + EXPORT_TTL_MS) } })
    /** Backdates the copy, so that the next download restarts it. */
    async function lose(): Promise<void> {
      held = null // not before: auth repeats requests that take too long
      await copies.updateMany({ ...ofAda, attempt: 0 }, { $set: { aliveAt: new Date(0) } })
    }
    return { ada, url, ofAda, lose, finish: () => released.resolve() }
  }

  test("when a copy's process has ended, the next download restarts it, and late writes do no harm", async () => {
    const { ada, url, ofAda, lose, finish } = await lostCopy()
    await lose()
    const again = download(ada, url)
    await vi.waitFor(async () => expect(await copies.countDocuments({ ...ofAda, attempt: 1 })).toBe(1), WAIT)
    finish()
    const { status, bytes } = await again
    expect(status).toBe(200)
    expect(JSON.parse(filesIn(bytes)['chat/messages.json'] ?? '')).toHaveLength(SEVERAL_CHUNKS)
    const [copy] = await copies.find(ofAda).toArray()
    await vi.waitFor(async () => {
      expect(await db.collection('exportChunks').distinct('exportId', ofAda)).toEqual([`${copy?._id}.1`])
    }, WAIT)
  })

  test('when a copy is restarted, a running download breaks off and begins anew', async () => {
    const { ada, url, ofAda, lose, finish } = await lostCopy()
    const response = await fetchAs(ada.identity, url)
    const etag = response.headers.get('etag') ?? ''
    const reader = (response.body as ReadableStream<Uint8Array>).getReader() // a 200 of this call has a body
    expect((await reader.read()).value?.length).toBeGreaterThan(0)
    await lose()
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow()
    finish()
    await vi.waitFor(async () => expect(await copies.countDocuments({ ...ofAda, isComplete: true })).toBe(1), WAIT)
    for (const headers of [{ range: 'bytes=1000-', 'if-range': etag }, { range: 'bytes=1000-' }]) {
      await copies.updateMany(ofAda, { $set: { sent: [] } })
      const whole = await download(ada, url, headers)
      expect(whole.status).toBe(200)
      expect(JSON.parse(filesIn(whole.bytes)['chat/messages.json'] ?? '')).toHaveLength(SEVERAL_CHUNKS)
    }
  })

  test('when several downloads find a lost copy, one restarts it; after three attempts it fails', async () => {
    const { ada, url, ofAda, lose, finish } = await lostCopy()
    await lose()
    const responses = await Promise.all([1, 2, 3].map(() => download(ada, url)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await copies.findOne(ofAda))?.attempt).toBe(1)
    finish()
    await copies.updateMany(ofAda, {
      $set: { attempt: 2, isComplete: false, sent: [], aliveAt: new Date(0) },
    })
    expect((await download(ada, url)).status).toBe(503)
  })

  test('when a service does not respond, auth retries; when a service fails, the copy fails', async () => {
    const ada = await confirmed()
    messageCounts.set(ada.user.id, 1)
    failing = ada.user.id // an unexpected error is final
    const url = await begin(ada)
    await vi.waitFor(async () => expect((await download(ada, url)).status).toBe(503), WAIT)
    const next = await begin(ada)
    expect((await download(ada, next)).status).toBe(200)
  })
})
