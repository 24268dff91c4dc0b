import { errors } from '@zing/proto/errors'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { countUsers, getUsername } from '@zing/proto/nats/rpc/auth'
import { startNats, type TestNats, testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectMongo } from '../../src/mongo/connection.ts'
import { createIds } from '../../src/mongo/id-sequence.ts'
import { broadcast, publishTo, subscribe, subscribeTo } from '../../src/nats/broadcast.ts'
import { connectNats, type Nats } from '../../src/nats/connection.ts'
import { request } from '../../src/nats/rpc.ts'
import { rpcHandler, serveRpc } from '../../src/nats/rpc-server.ts'
import { createLog } from '../../src/observability/logger.ts'
import { currentRequestId, inRequest } from '../../src/observability/trace-context.ts'

const log = createLog('kit-test', 'silent')
let server: TestNats
let caller: Nats
let responder: Nats
let servedRequestId: string | undefined

beforeAll(async () => {
  server = await startNats()
  caller = connectNats(server.url, 'caller', log)
  responder = connectNats(server.url, 'responder', log)
  await Promise.all([caller.connection, responder.connection])
  serveRpc(responder, 'auth', [
    rpcHandler(getUsername, async ({ userId }) => {
      servedRequestId = currentRequestId()
      if (userId === 2) throw errors.userNotFound()
      if (userId === 3) throw new mongoose.mongo.MongoServerError({ message: 'shutting down', code: 91 })
      return { username: 'ada' }
    }),
  ])
  await (await responder.connection).flush()
})
afterAll(() => Promise.all([caller.drain(), responder.drain()]))

test('an RPC is served in the request context of its caller', async () => {
  const result = await inRequest(
    () => 'request-0001',
    () => request(caller, getUsername, { userId: 1 }),
  )
  expect(result).toEqual({ username: 'ada' })
  expect(servedRequestId).toBe('request-0001')
})

test('an AppError of the serving process reaches the caller unchanged', async () => {
  await expect(request(caller, getUsername, { userId: 2 })).rejects.toMatchObject({
    status: 404,
    message: errors.userNotFound.message,
  })
})

test('INV-8: an RPC whose database is shutting down fails with 503', async () => {
  await expect(request(caller, getUsername, { userId: 3 })).rejects.toMatchObject({
    status: 503,
    message: errors.unavailable.message,
  })
})

test('an RPC without a responder fails with 503', async () => {
  await expect(request(caller, countUsers, {})).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 })
})

test('a stopping process responds to accepted RPCs, later ones go to another process', async () => {
  const [stopping, other] = [connectNats(server.url, 'stopping', log), connectNats(server.url, 'other', log)]
  let finish = () => {}
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const accepted: string[] = []
  const handlerOf = (name: string) =>
    rpcHandler(countUsers, async () => {
      accepted.push(name)
      await isFinished
      return { users: 1 }
    })
  const rpcServer = serveRpc(stopping, 'counting', [handlerOf('stopping')])
  await (await stopping.connection).flush()
  const results = [request(caller, countUsers, {}), request(caller, countUsers, {})]
  await vi.waitFor(() => expect(accepted).toEqual(['stopping', 'stopping']), WAIT)

  serveRpc(other, 'counting', [handlerOf('other')])
  await (await other.connection).flush()
  const stopped = rpcServer.stop().then(() => stopping.drain())
  finish()
  expect(await Promise.all(results)).toEqual([{ users: 1 }, { users: 1 }])
  await stopped
  expect(await request(caller, countUsers, {})).toEqual({ users: 1 })
  expect(accepted).toEqual(['stopping', 'stopping', 'other'])
  await other.drain()
})

test('a malformed RPC input is rejected with 400', async () => {
  const malformed = { userId: 'x' } as unknown as { userId: number }
  await expect(request(caller, getUsername, malformed)).rejects.toMatchObject({ status: 400 })
})

test('a broadcast reaches every subscribed process, and malformed ones are dropped', async () => {
  const received: (string[] | null)[] = []
  subscribe(responder, sessionsRevoked, ({ sids }) => void received.push(sids))
  const third = connectNats(server.url, 'third', log)
  subscribe(third, sessionsRevoked, ({ sids }) => void received.push(sids))
  await Promise.all([(await responder.connection).flush(), (await third.connection).flush()])

  publishTo(caller, sessionsRevoked.subject, { sids: 5 })
  broadcast(caller, sessionsRevoked, { sids: ['a'] })

  await vi.waitFor(() => expect(received).toEqual([['a'], ['a']]), WAIT)
  await third.drain()
})

test('a paused NATS is noticed, publishing neither blocks nor queues, and its return is noticed', async () => {
  const nats = connectNats(server.url, 'paused', log, { pingMs: 2_000 })
  await nats.connection
  const changes: boolean[] = []
  nats.onChange((isUp) => void changes.push(isUp))
  const received: unknown[] = []
  subscribeTo(responder, 'push.1', (payload) => void received.push(payload))
  subscribeTo(nats, 'push.1', () => void received.push('echo'))

  server.signal('SIGSTOP')
  await vi.waitFor(() => expect(nats.up()).toBeNull(), WAIT)
  publishTo(nats, 'push.1', 'lost')
  await expect(request(nats, countUsers, {})).rejects.toMatchObject({ status: 503 })
  server.signal('SIGCONT')
  const bothReconnected = () => expect([nats.up(), responder.up()]).not.toContain(null)
  await vi.waitFor(bothReconnected, WAIT)
  await (await responder.connection).flush()
  publishTo(nats, 'push.1', 'received')

  await vi.waitFor(() => expect(received).toEqual(['received']), WAIT)
  expect(changes).toEqual([false, true])
  await nats.drain()
})

test('ids are unique across processes that start at the same time (3.users.id)', async () => {
  const db = await connectMongo(testDatabase(), log)
  const sequences = Array.from({ length: 5 }, () => createIds(db, 'users'))
  const ids = await Promise.all(sequences.flatMap((sequence) => Array.from({ length: 150 }, () => sequence.next())))
  await db.close()

  expect(new Set(ids).size).toBe(750)
  expect(Math.min(...ids)).toBe(1)
  expect(Math.max(...ids)).toBeLessThanOrEqual(5 * 200)
})
