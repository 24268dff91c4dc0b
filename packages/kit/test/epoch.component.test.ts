import { startNats, testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, test, vi } from 'vitest'
import { connectMongo } from '../src/mongo/connection.ts'
import { connectNats } from '../src/nats/connection.ts'
import { followEpoch } from '../src/nats/epoch.ts'
import { createLog } from '../src/observability/logger.ts'

const log = createLog('kit-test', 'silent')
const server = await startNats()
const db = await connectMongo(testDatabase(), log)
const first = connectNats(server.url, 'first', log)
const second = connectNats(server.url, 'second', log)
await Promise.all([first.connection, second.connection])
afterAll(async () => {
  await Promise.all([first.drain(), second.drain()])
  await db.close()
})

test('every process of a service reaches a raised epoch, even after it missed the broadcast', async () => {
  const one = await followEpoch(db, first, 'auth')
  const other = await followEpoch(db, second, 'auth')
  const otherService = await followEpoch(db, second, 'social')
  await (await second.connection).flush()
  expect([one.current(), other.current()]).toEqual([0, 0])

  await one.raise(3)
  await vi.waitFor(() => expect(other.current()).toBe(3), WAIT)
  await one.raise(2)
  expect([one.current(), otherService.current()]).toEqual([3, 0])

  server.signal('SIGSTOP')
  await vi.waitFor(() => expect(second.up()).toBeNull(), WAIT)
  await one.raise(4)
  server.signal('SIGCONT')
  await vi.waitFor(() => expect(other.current()).toBe(4), WAIT)
})
