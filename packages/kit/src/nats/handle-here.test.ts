import { likeCreated, matchEnded } from '@zing/proto/nats/events'
import { expect, test, vi } from 'vitest'
import { createLog } from '../observability/logger.ts'
import { currentRequestId, inRequest } from '../observability/trace-context.ts'
import { on } from './event-handler.ts'
import { handleHere } from './handle-here.ts'
import { event, type PendingEvent, toOutboxEntries } from './outbox.ts'

const liker = { id: 1, name: 'Ada', selfie: null }
const like = event(likeCreated, { likerId: 1, likedId: 2, liker, isMatch: false })

async function relayOf(pending: PendingEvent, { handles = async () => {}, epoch = 0, at = new Date() } = {}) {
  const [publish, handle] = [vi.fn(async () => {}), vi.fn(handles)]
  const handlers = [on(likeCreated, handle)]
  const here = handleHere(publish, { handlers, epoch: { current: () => epoch }, log: createLog('test', 'silent') })
  const [entry] = inRequest(
    () => 'request-1',
    () => toOutboxEntries([pending], { rev: 3, epoch: 0, at }),
  )
  if (entry) await here(entry)
  return { published: publish.mock.calls.length, handled: handle.mock.calls }
}

test('an event with a handler is handled as its consumer would, and is not published', async () => {
  const { published, handled } = await relayOf(like)
  expect(handled).toMatchObject([[{ likerId: 1, likedId: 2, liker, rev: 3, epoch: 0 }]])
  expect(published).toBe(0)
})

test('a handler runs in the request that caused its event', async () => {
  const requestIds: unknown[] = []
  const handles = async () => void requestIds.push(currentRequestId())
  await relayOf(like, { handles })
  expect(requestIds).toEqual(['request-1'])
})

test('when its handler fails, the stream gets the event', async () => {
  const handles = () => Promise.reject(new Error('no database'))
  expect(await relayOf(like, { handles })).toMatchObject({ published: 1 })
})

test('an event left over by another process goes to the stream, which counts crashes', async () => {
  expect(await relayOf(like, { at: new Date(Date.now() - 10_000) })).toEqual({ published: 1, handled: [] })
})

test('an event without a handler is published, and an event of an older epoch is dropped', async () => {
  expect(await relayOf(event(matchEnded, { userIds: [1, 2] }))).toEqual({ published: 1, handled: [] })
  expect(await relayOf(like, { epoch: 1 })).toEqual({ published: 0, handled: [] })
})
