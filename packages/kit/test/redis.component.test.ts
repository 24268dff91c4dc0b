import { setImmediate as turn } from 'node:timers/promises'
import { startRedis } from '@zing/testing/redis'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../src/observability/logger.ts'
import { connectRedis, PING_MS } from '../src/redis.ts'

test('when the process stalls between two pings, its connection to Redis stays', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url } = await startRedis()
  const connection = connectRedis({ REDIS_URL: url, REDIS_MASTER: '' }, createLog('kit-test', 'silent'))
  onTestFinished(() => connection?.stop())
  await expect.poll(() => connection?.redis.status, WAIT).toBe('ready')

  vi.advanceTimersByTime(2 * PING_MS) // after a stall both are due before any response can be read
  await turn()
  expect(connection?.redis.stream.writableEnded).toBe(false)
})
