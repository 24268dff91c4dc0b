import { startNats, testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectMongo } from '../../src/mongo/connection.ts'
import { connectNats, type Nats } from '../../src/nats/connection.ts'
import { type FollowedEpoch, followEpoch } from '../../src/nats/epoch.ts'
import { createLog } from '../../src/observability/logger.ts'
import { startEpochSweep } from '../../src/timing/epoch-sweep.ts'

const log = createLog('kit-test', 'silent')
const server = await startNats()
const db = await connectMongo(testDatabase(), log)
const PING_MS = 1_000
const first = connectNats(server.url, 'first', log, { pingMs: PING_MS })
const second = connectNats(server.url, 'second', log, { pingMs: PING_MS })
await Promise.all([first.connection, second.connection])
afterAll(async () => {
  await Promise.all([first.drain(), second.drain()])
  await db.close()
})

test('INV-12 every process deletes documents of older epochs after each reset and each start', async () => {
  const own = await connectMongo(testDatabase(), log)
  onTestFinished(() => own.close())
  const [one, other] = [await followEpoch(own, first, 'chat'), await followEpoch(own, second, 'chat')]
  await Promise.all([(await first.connection).flush(), (await second.connection).flush()])
  const swept: [string, number][] = []
  const sweep = (nats: Nats, name: string, epoch: FollowedEpoch, delayMs: number) => {
    const running = startEpochSweep(nats, epoch, async (current) => void swept.push([name, current]), delayMs)
    onTestFinished(() => running.stop())
  }
  sweep(first, 'one', one, 50)
  sweep(second, 'other', other, 50)
  await one.raise(1)
  await vi.waitFor(
    () =>
      expect(swept).toEqual(
        expect.arrayContaining([
          ['one', 1],
          ['other', 1],
        ]),
      ),
    WAIT,
  )
  await one.raise(2)
  await vi.waitFor(
    () =>
      expect(swept).toEqual(
        expect.arrayContaining([
          ['one', 2],
          ['other', 2],
        ]),
      ),
    WAIT,
  )
  sweep(second, 'restarted', await followEpoch(own, second, 'chat'), 600_000)
  await vi.waitFor(() => expect(swept).toContainEqual(['restarted', 2]), WAIT)
})

test('a process reads a raised epoch from the database, even if the first read fails', async () => {
  const own = await connectMongo(testDatabase(), log)
  onTestFinished(() => own.close())
  const [one, other] = [await followEpoch(own, first, 'auth'), await followEpoch(own, second, 'chat')]
  await one.raise(1)
  expect([other.current(), await other.refresh()]).toEqual([0, 1])

  const find = vi.spyOn(own.collection('meta'), 'findOne').mockRejectedValueOnce(new Error('unavailable'))
  server.signal('SIGSTOP')
  await vi.waitFor(() => expect(second.up()).toBeNull(), WAIT)
  await one.raise(2)
  server.signal('SIGCONT')
  await vi.waitFor(() => expect(other.current()).toBe(2), WAIT)
  expect(find.mock.calls.length).toBeGreaterThan(1)
})

test('every process of a service reaches a raised epoch, even if it missed the broadcast', async () => {
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
