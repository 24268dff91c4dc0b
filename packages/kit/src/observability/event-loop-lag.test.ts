import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { metricsOf } from './metrics.ts'

const LONG_MS = 500
const collect = metricsOf('kit-test')

/** Longest iteration of the event loop since the last call, in ms. */
async function longestMs(): Promise<number> {
  const lines = (await collect()).text.split('\n')
  const line = lines.find((text) => text.startsWith('nodejs_eventloop_lag_max_seconds{'))
  return Number(line?.split(' ').at(-1)) * 1_000
}

test('the lag is the time in which the event loop is blocked since the last scrape', async () => {
  await pause(1) // the measurement starts with the first whole iteration
  const until = performance.now() + LONG_MS
  while (performance.now() < until);
  await pause(1) // an iteration is measured at its end
  expect(await longestMs()).toBeGreaterThanOrEqual(LONG_MS)
  await pause(1)
  expect(await longestMs()).toBeLessThan(LONG_MS)
})

test('the time in which the event loop waits does not count as lag', async () => {
  await longestMs()
  await pause(LONG_MS)
  await pause(1)
  expect(await longestMs()).toBeLessThan(LONG_MS)
})

test('the other default metrics of the process are collected', async () => {
  const { text } = await collect()
  for (const name of ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes', 'nodejs_gc_duration_seconds'])
    expect(text).toContain(name)
})
