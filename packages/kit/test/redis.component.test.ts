import { setImmediate as turn } from 'node:timers/promises'
import { startRedis } from '@zing/testing/redis'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../src/observability/logger.ts'
import { connectRedis, PING_MS } from '../src/redis.ts'

const STALL_MS = PING_MS + 100
const TURNS = 5

test('when the process stalls between two pings, its connection to Redis stays', async () => {
  const redis = await startRedis()
  const connection = connectRedis({ REDIS_URL: redis.url, REDIS_MASTER: '' }, createLog('kit-test', 'silent'))
  onTestFinished(() => connection?.stop())
  await new Promise<void>((resolve) => {
    setTimeout(() => {
      redis.signal('SIGSTOP') // too busy to respond at once
      stall()
      resolve()
    }, PING_MS) // right after the timer of the first ping
  })
  // the next ping is due before Redis can have responded to the first
  for (let turns = 0; turns < TURNS; turns++) await turn()
  expect(connection?.redis.stream.writableEnded).toBe(false)
  redis.signal('SIGCONT')
})

function stall(): void {
  const until = performance.now() + STALL_MS
  while (performance.now() < until);
}
