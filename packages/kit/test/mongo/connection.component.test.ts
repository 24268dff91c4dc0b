import { AsyncLocalStorage } from 'node:async_hooks'
import timers from 'node:timers'
import { startReplicaSet } from '@zing/testing/replica-set/replica-set'
import { testDatabase } from '@zing/testing/servers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectMongo, createReadiness } from '../../src/mongo/connection.ts'
import { createLog } from '../../src/observability/logger.ts'

test('readiness probes that arrive together share one ping of the database', async () => {
  const db = await connectMongo(testDatabase(), createLog('kit-test', 'silent'))
  let pings = 0
  db.getClient().on('commandStarted', ({ commandName }) => {
    if (commandName === 'ping') pings += 1
  })
  const isResponding = createReadiness(db)

  expect(await Promise.all(Array.from({ length: 20 }, isResponding))).toEqual(Array(20).fill(true))
  expect(pings).toBe(1)
  expect(await isResponding()).toBe(true)
  expect(pings).toBe(2)

  await db.close()
  await expect(isResponding().catch(() => false)).resolves.toBe(false)
})

/** Connects to the database; returns the delays of the driver's timers. */
async function timersOf(url: string): Promise<number[]> {
  const ofThisTest = new AsyncLocalStorage<true>() // clients of other files of this process have timers too
  const delays: number[] = []
  const { setTimeout } = timers
  const spy = vi.spyOn(timers, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (ofThisTest.getStore()) delays.push(Number(ms))
    return setTimeout(run, ms)
  }) as typeof setTimeout)
  onTestFinished(() => spy.mockRestore())
  await ofThisTest.run(true, async () => {
    const db = await connectMongo(url, createLog('kit-test', 'silent'))
    onTestFinished(() => db.close())
    await createReadiness(db)()
  })
  return delays
}

test('no timer of the driver fires more often than its heartbeat', async () => {
  const delays = await timersOf(testDatabase())
  expect(delays).toContain(2_000) // the heartbeat: these are the timers of the driver
  expect(delays.filter((ms) => ms < 2_000)).toEqual([])
})

test('each pool of a replica set is checked once a minute (10.hosts.election)', async () => {
  const delays = await timersOf((await startReplicaSet()).url)
  expect(delays.filter((ms) => ms === 60_000)).toHaveLength(3)
  expect(delays).not.toContain(100) // the default
})
