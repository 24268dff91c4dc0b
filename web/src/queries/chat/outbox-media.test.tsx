import { QueryClient } from '@tanstack/react-query'
import { sendMessage } from '@zing/proto/http/chat'
import { uploadMedia } from '@zing/proto/http/media'
import type { Message } from '@zing/proto/messages'
import { beforeEach, expect, test, vi } from 'vitest'
import { OUTBOX_BYTES_MAX, UPLOAD_STALL_MS } from '../../lib/limits.ts'
import { shownToast } from '../../lib/state/toast-store.ts'
import { stubApi } from '../../test/api.ts'
import { stubUploads } from '../../test/uploads.ts'
import { WAIT } from '../../test/wait.ts'
import { discard, enqueueMessage, retry, sendAnyway } from './outbox.ts'
import { outbox } from './outbox-messages.ts'
import type { OutboxMedia } from './outbox-state.ts'
import { uploads } from './outbox-upload.ts'

const BEN = 2
const NOOR = 3
let client: QueryClient
let api: ReturnType<typeof stubApi>

beforeEach(() => {
  api = stubApi()
  stubUploads()
  client = new QueryClient()
  api.respond(sendMessage, {} as Message) // the cache has no chat for it
})

function photo(size = 4): OutboxMedia {
  return { kind: 'photo', bytes: new ArrayBuffer(size), type: 'image/jpeg', width: 40, height: 30 }
}

const stored = { kind: 'photo', id: 7, width: 40, height: 30, placeholder: 'AAAAAAA=' } as const
const sent = () => api.calls(sendMessage) as { content: string; mediaId?: number; clientMessageId: string }[]
const waiting = () => outbox(client).get()
const untilEmpty = () => vi.waitFor(() => expect(waiting()).toEqual([]), WAIT)

test('a photo is uploaded before its message, and a text after it waits for both', async () => {
  const respond = api.hold(uploadMedia, stored)
  enqueueMessage(client, BEN, 'look', { media: photo() })
  enqueueMessage(client, BEN, 'nice?')
  enqueueMessage(client, NOOR, 'to another one')
  const [first] = waiting()
  await vi.waitFor(
    () =>
      expect(
        uploads(client)
          .get()
          .get(first?.id ?? ''),
      ).toBe(0.5),
    WAIT,
  )
  await vi.waitFor(() => expect(sent().map(({ content }) => content)).toEqual(['to another one']), WAIT)
  respond()
  await untilEmpty()
  expect(sent().slice(1)).toMatchObject([
    { content: 'look', mediaId: 7, clientMessageId: first?.id },
    { content: 'nice?' },
  ])
  expect(sent()[2]).not.toHaveProperty('mediaId')
  expect(uploads(client).get().size).toBe(0)
})

test('a message that could not be sent is tried again without a second upload', async () => {
  vi.useFakeTimers()
  api.respond(uploadMedia, stored)
  api.reject(sendMessage, 503, 'Busy')
  enqueueMessage(client, BEN, '', { media: photo() })
  await vi.waitFor(() => expect(sent()).toHaveLength(1), WAIT)
  api.respond(sendMessage, {} as Message)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(waiting()).toEqual([])
  expect(api.calls(uploadMedia)).toHaveLength(1)
  expect(sent()[1]?.clientMessageId).toBe(sent()[0]?.clientMessageId)
})

test('an upload without a connection, server or progress is tried again without a word', async () => {
  vi.useFakeTimers()
  api.disconnect(uploadMedia)
  enqueueMessage(client, BEN, '', { media: photo() })
  await vi.waitFor(() => expect(api.calls(uploadMedia)).toHaveLength(1), WAIT)
  api.reject(uploadMedia, 503, 'Busy')
  await vi.waitFor(() => expect(api.calls(uploadMedia).length).toBeGreaterThan(1), WAIT)
  api.hang(uploadMedia)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(api.calls(uploadMedia).length).toBeGreaterThan(2)
  api.respond(uploadMedia, stored)
  await vi.advanceTimersByTimeAsync(UPLOAD_STALL_MS + 60_000)
  expect([waiting(), shownToast.get()]).toEqual([[], null])
})

test('bytes that the server has deleted meanwhile are uploaded again', async () => {
  vi.useFakeTimers()
  api.respond(uploadMedia, stored)
  api.reject(sendMessage, 503, 'Busy')
  enqueueMessage(client, BEN, '', { media: photo() })
  await vi.waitFor(() => expect(sent()).toHaveLength(1), WAIT)
  api.reject(sendMessage, 400, { message: 'Please send it again', code: 'INVALID_MEDIA' })
  const respond = api.hold(uploadMedia, { ...stored, id: 8 })
  await vi.advanceTimersByTimeAsync(5_000)
  api.respond(sendMessage, {} as Message)
  respond()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(waiting()).toEqual([])
  expect(sent().at(-1)?.mediaId).toBe(8)
})

test('a photo that is refused says why, lets the text after it pass, and can be sent again', async () => {
  api.reject(uploadMedia, 403, { message: 'No photos here', code: 'MEDIA_NOT_WANTED' })
  enqueueMessage(client, BEN, '', { media: photo() })
  enqueueMessage(client, BEN, 'text')
  await vi.waitFor(() => expect(waiting()).toMatchObject([{ failure: 'No photos here' }]), WAIT)
  expect(sent().map(({ content }) => content)).toEqual(['text'])
  api.respond(uploadMedia, stored)
  retry(client, waiting()[0]?.id ?? '')
  await untilEmpty()
  expect(sent()[1]).toMatchObject({ mediaId: 7 })
})

test('the limit of a day is final', async () => {
  api.reject(uploadMedia, 429, { message: 'Come back tomorrow', code: 'NO_MEDIA_LEFT' }, { 'retry-after': '40000' })
  enqueueMessage(client, BEN, '', { media: photo() })
  await vi.waitFor(() => expect(waiting()).toMatchObject([{ failure: 'Come back tomorrow' }]), WAIT)
})

test('when there is no more room, the oldest photo is refused and loses its bytes', async () => {
  api.hang(uploadMedia)
  enqueueMessage(client, BEN, '', { media: photo(OUTBOX_BYTES_MAX / 2) })
  enqueueMessage(client, BEN, 'text')
  enqueueMessage(client, NOOR, '', { media: photo(OUTBOX_BYTES_MAX / 2) })
  expect(waiting().map(({ failure }) => failure)).toEqual([null, null, null])
  enqueueMessage(client, NOOR, '', { media: photo(1) })
  expect(waiting()).toMatchObject([
    { failure: expect.stringMatching('no more room'), media: { bytes: null } },
    { failure: null },
    { failure: null },
    { failure: null, media: { bytes: new ArrayBuffer(1) } },
  ])
  expect(shownToast.get()).toMatchObject({ title: 'Message not sent', text: expect.stringMatching('no more room') })
  await vi.waitFor(() => expect(sent().map(({ content }) => content)).toEqual(['text']), WAIT)
})

test('a photo that is discarded on its way is not sent, and the next one follows', async () => {
  api.hang(uploadMedia)
  enqueueMessage(client, BEN, 'first', { media: photo() })
  enqueueMessage(client, BEN, 'text')
  await vi.waitFor(() => expect(api.calls(uploadMedia)).toHaveLength(1), WAIT)
  discard(client, waiting()[0]?.id ?? '')
  await untilEmpty()
  expect(sent().map(({ content }) => content)).toEqual(['text'])
})

test('a photo that may show nudity asks its sender once, and lets the text after it pass', async () => {
  vi.useFakeTimers()
  api.respond(uploadMedia, { ...stored, mayBeNude: true })
  enqueueMessage(client, BEN, '', { media: photo() })
  enqueueMessage(client, BEN, 'text')
  await vi.waitFor(() => expect(sent().map(({ content }) => content)).toEqual(['text']), WAIT)
  expect(waiting()).toMatchObject([{ failure: null, media: { mediaId: 7, waitsForAnswer: true } }])
  expect(shownToast.get()).toMatchObject({ title: 'Message not sent' })
  api.reject(sendMessage, 400, { message: 'Please send it again', code: 'INVALID_MEDIA' }) // deleted while it waited
  sendAnyway(client, waiting()[0]?.id ?? '')
  await vi.waitFor(() => expect(sent()).toHaveLength(2), WAIT)
  api.respond(sendMessage, {} as Message)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(waiting()).toEqual([])
  expect(api.calls(uploadMedia)).toHaveLength(2)
  expect(sent().at(-1)).toMatchObject({ mediaId: 7 })
})

test('when the sender deletes a photo that may show nudity, it is not sent', async () => {
  api.respond(uploadMedia, { ...stored, mayBeNude: true })
  enqueueMessage(client, BEN, '', { media: photo() })
  await vi.waitFor(() => expect(waiting()).toMatchObject([{ media: { waitsForAnswer: true } }]), WAIT)
  discard(client, waiting()[0]?.id ?? '')
  expect(waiting()).toEqual([])
  expect(sent()).toEqual([])
})
