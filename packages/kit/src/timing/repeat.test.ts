import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Repeats work that takes `tookMs`, fails while `isFailing` and finds something while `hasWork`. */
function setUp({ tookMs = 0, hasWork = true } = {}) {
  const state = { runs: 0, failures: 0, isFailing: false, hasWork }
  const repeated = repeat(
    async () => {
      state.runs += 1
      if (tookMs > 0) await new Promise((resolve) => setTimeout(resolve, tookMs))
      if (state.isFailing) throw new Error('no database')
      return state.hasWork
    },
    {
      everyMs: 1_000,
      idleMs: 5_000,
      onFailure() {
        state.failures += 1
      },
    },
  )
  return { state, repeated }
}

test('it repeats the work, and a wake runs it at once', async () => {
  const { state, repeated } = setUp()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(state.runs).toBe(3)

  repeated.wake()
  expect(state.runs).toBe(4)
  await repeated.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  repeated.wake()
  expect(state.runs).toBe(4)
})

test('when work finds nothing, it is repeated rarely until a wake finds something', async () => {
  const { state, repeated } = setUp({ hasWork: false })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state.runs).toBe(1)
  await vi.advanceTimersByTimeAsync(4_900)
  expect(state.runs).toBe(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(state.runs).toBe(2)

  state.hasWork = true
  repeated.wake()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state.runs).toBe(4)
  await repeated.stop()
})

test('after `soon` it looks for leftovers within a second, even when called during a run', async () => {
  const { state, repeated } = setUp({ tookMs: 50, hasWork: false })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(state.runs).toBe(1)
  repeated.soon()
  await vi.advanceTimersByTimeAsync(500)
  repeated.soon()
  await vi.advanceTimersByTimeAsync(510)
  expect(state.runs).toBe(2)
  repeated.soon() // during the second run
  await vi.advanceTimersByTimeAsync(1_060)
  expect(state.runs).toBe(3)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(state.runs).toBe(3)
  await repeated.stop()
})

test('`soon` does not make slow work take more than a tenth of the time', async () => {
  const { state, repeated } = setUp({ tookMs: 500, hasWork: false })
  await vi.advanceTimersByTimeAsync(1_500)
  expect(state.runs).toBe(1)
  repeated.soon()
  await vi.advanceTimersByTimeAsync(4_400)
  expect(state.runs).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(state.runs).toBe(2)
  const stopped = repeated.stop()
  await vi.advanceTimersByTimeAsync(500)
  await stopped
})

test('after a failure another attempt follows soon, and a pause only after a success', async () => {
  const { state, repeated } = setUp({ hasWork: false })
  state.isFailing = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(state.failures).toBeGreaterThanOrEqual(2)
  state.isFailing = false
  await vi.advanceTimersByTimeAsync(6_000)
  const { runs, failures } = state
  expect(runs).toBeGreaterThan(failures)
  await repeated.stop()
})

test('after a wake during a run another run follows, after several wakes only one', async () => {
  const { state, repeated } = setUp({ tookMs: 50 })
  repeated.wake()
  repeated.wake()
  repeated.wake()
  expect(state.runs).toBe(1)
  await vi.advanceTimersByTimeAsync(60)
  expect(state.runs).toBe(2)
  await vi.advanceTimersByTimeAsync(60)
  expect(state.runs).toBe(2)
  await repeated.stop()
})

test.each([
  [500, 5_000],
  [10_000, 20_000],
])(
  'a run of %i ms is started every %i ms: it pauses nine times as long, at most ten seconds',
  async (tookMs, everyMs) => {
    const { state, repeated } = setUp({ tookMs })
    await vi.advanceTimersByTimeAsync(1_000 + 2.5 * everyMs)
    expect(state.runs).toBe(3)
    const stopped = repeated.stop()
    await vi.advanceTimersByTimeAsync(tookMs)
    await stopped
  },
)

test('failures are backed off, even against wakes, until the first success', async () => {
  const { state, repeated } = setUp()
  state.isFailing = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.failures).toBeGreaterThan(8)
  expect(state.failures).toBeLessThan(25)

  const before = state.failures
  for (let i = 0; i < 200; i++) {
    repeated.wake()
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(state.failures - before).toBeLessThanOrEqual(11) // in ten seconds

  state.isFailing = false
  await vi.advanceTimersByTimeAsync(6_000) // the longest delay
  const { runs } = state
  repeated.wake()
  expect(state.runs).toBe(runs + 1)
  await repeated.stop()
})

test('a stop waits for the run that a wake has requested during another run', async () => {
  const { state, repeated } = setUp({ tookMs: 50 })
  repeated.wake()
  repeated.wake()
  const stopped = repeated.stop()
  repeated.wake()
  await vi.advanceTimersByTimeAsync(200)
  await stopped
  expect(state.runs).toBe(2)
})

test('a run does not belong to the request that woke it', async () => {
  const requests = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  const work = async () => seen.push(requests.getStore()) > 0
  const repeated = repeat(work, { everyMs: 1_000, idleMs: 5_000, onFailure() {} })
  requests.run('request', () => repeated.wake())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(seen).toEqual([undefined, undefined])
  await repeated.stop()
})
