import { messages } from '@zing/proto/http/errors'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { countUsers, getUsername } from '@zing/proto/nats/rpc'
import { type Broker, startBroker, testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AppError } from '../src/errors.ts'
import { connectMongo } from '../src/mongo/connection.ts'
import { createIds } from '../src/mongo/id-sequence.ts'
import { broadcast, publishTo, subscribe, subscribeTo } from '../src/nats/broadcast.ts'
import { connectNats, type Nats } from '../src/nats/connection.ts'
import { request, rpcHandler, serveRpc } from '../src/nats/rpc.ts'
import { createLog } from '../src/observability/logger.ts'
import { currentRequestId, inRequest } from '../src/observability/trace-context.ts'

const log = createLog('kit-test', 'silent')
let broker: Broker
let asker: Nats
let answerer: Nats
let askedWith: string | undefined

beforeAll(async () => {
  broker = await startBroker()
  asker = connectNats(broker.url, 'asker', log)
  answerer = connectNats(broker.url, 'answerer', log)
  await Promise.all([asker.connection, answerer.connection])
  serveRpc(answerer, 'auth', [
    rpcHandler(getUsername, async ({ userId }) => {
      askedWith = currentRequestId()
      if (userId === 2) throw new AppError(404, messages.userNotFound)
      return { username: 'ada' }
    }),
  ])
  await (await answerer.connection).flush()
})
afterAll(() => Promise.all([asker.drain(), answerer.drain()]))

test('a question is answered, in the request of the one who asked', async () => {
  const answer = await inRequest(
    () => 'request-0001',
    () => request(asker, getUsername, { userId: 1 }),
  )
  expect(answer).toEqual({ username: 'ada' })
  expect(askedWith).toBe('request-0001')
})

test('what the other side refuses arrives as the same refusal', async () => {
  await expect(request(asker, getUsername, { userId: 2 })).rejects.toMatchObject({
    status: 404,
    message: messages.userNotFound,
  })
})

test('a question that nobody answers is a 503', async () => {
  await expect(request(asker, countUsers, {})).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 })
})

test('a process that stops answers what it has been asked, and the rest goes to another one', async () => {
  const [leaving, staying] = [connectNats(broker.url, 'leaving', log), connectNats(broker.url, 'staying', log)]
  let finish = () => {}
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const taken: string[] = []
  const answering = (name: string) =>
    rpcHandler(countUsers, async () => {
      taken.push(name)
      await isFinished
      return { users: 1 }
    })
  const first = serveRpc(leaving, 'counting', [answering('leaving')])
  await (await leaving.connection).flush()
  const asked = [request(asker, countUsers, {}), request(asker, countUsers, {})]
  await vi.waitFor(() => expect(taken).toEqual(['leaving', 'leaving']), WAIT)

  serveRpc(staying, 'counting', [answering('staying')])
  await (await staying.connection).flush()
  const stopped = first.stop().then(() => leaving.drain())
  finish()
  expect(await Promise.all(asked)).toEqual([{ users: 1 }, { users: 1 }])
  await stopped
  expect(await request(asker, countUsers, {})).toEqual({ users: 1 })
  expect(taken).toEqual(['leaving', 'leaving', 'staying'])
  await staying.drain()
})

test('a malformed question is refused, and one that is not a contract of ours harms nobody', async () => {
  const malformed = { userId: 'x' } as unknown as { userId: number }
  await expect(request(asker, getUsername, malformed)).rejects.toMatchObject({ status: 400 })
})

test('control messages reach every process; malformed ones are dropped', async () => {
  const heard: (string[] | null)[] = []
  subscribe(answerer, sessionsRevoked, ({ sids }) => void heard.push(sids))
  const third = connectNats(broker.url, 'third', log)
  subscribe(third, sessionsRevoked, ({ sids }) => void heard.push(sids))
  await Promise.all([(await answerer.connection).flush(), (await third.connection).flush()])

  publishTo(asker, sessionsRevoked.subject, { sids: 5 })
  broadcast(asker, sessionsRevoked, { sids: ['a'] })

  await vi.waitFor(() => expect(heard).toEqual([['a'], ['a']]), WAIT)
  await third.drain()
})

test('a paused broker is noticed, publishing to it neither blocks nor queues, and it is noticed when it comes back', async () => {
  const nats = connectNats(broker.url, 'paused', log)
  await nats.connection
  const changes: boolean[] = []
  nats.onChange((isUp) => void changes.push(isUp))
  const heard: unknown[] = []
  subscribeTo(answerer, 'push.1', (payload) => void heard.push(payload))
  subscribeTo(nats, 'push.1', () => void heard.push('an echo'))

  broker.signal('SIGSTOP')
  await vi.waitFor(() => expect(nats.up()).toBeNull(), WAIT)
  publishTo(nats, 'push.1', 'lost')
  await expect(request(nats, countUsers, {})).rejects.toMatchObject({ status: 503 })
  broker.signal('SIGCONT')
  const isBack = () => expect([nats.up(), answerer.up()]).not.toContain(null)
  await vi.waitFor(isBack, WAIT)
  await (await answerer.connection).flush()
  publishTo(nats, 'push.1', 'heard')

  await vi.waitFor(() => expect(heard).toEqual(['heard']), WAIT)
  expect(changes).toEqual([false, true])
  await nats.drain()
})

test('ids are unique over processes that start in the same instant', async () => {
  const db = await connectMongo(testDatabase(), log)
  const makers = Array.from({ length: 5 }, () => createIds(db, 'users'))
  const made = await Promise.all(makers.flatMap((ids) => Array.from({ length: 150 }, () => ids.next())))
  await db.close()

  expect(new Set(made).size).toBe(750)
  expect(Math.min(...made)).toBe(1)
  expect(Math.max(...made)).toBeLessThanOrEqual(5 * 200)
})
