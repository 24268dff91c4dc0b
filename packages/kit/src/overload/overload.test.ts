import { expect, test } from 'vitest'
import { BURST_MAX_DELAY_MS, isOutdated, isOverloaded, LASTING_MS, MESSAGE_MAX_DELAY_MS } from './overload.ts'

test('a delay that has just begun is a burst, which is served up to its own bound', () => {
  const lastsMs = LASTING_MS - 1
  expect(isOverloaded({ ms: BURST_MAX_DELAY_MS, lastsMs }, MESSAGE_MAX_DELAY_MS)).toBe(false)
  expect(isOverloaded({ ms: BURST_MAX_DELAY_MS + 1, lastsMs }, MESSAGE_MAX_DELAY_MS)).toBe(true)
  expect(isOverloaded({ ms: BURST_MAX_DELAY_MS, lastsMs: LASTING_MS }, MESSAGE_MAX_DELAY_MS)).toBe(true)
})

test('a short delay refuses nothing, however long it lasts', () => {
  expect(isOverloaded({ ms: 50, lastsMs: 60_000 }, MESSAGE_MAX_DELAY_MS)).toBe(false)
})

test('while more calls keep coming, early ones are refused once the overload lasts', () => {
  const turn = { isLate: false, waitedMs: 1_000, latestMs: 5, delay: { ms: 1_500, lastsMs: LASTING_MS } }
  expect(isOutdated(turn, MESSAGE_MAX_DELAY_MS)).toBe(true)
  expect(isOutdated(turn, Number.POSITIVE_INFINITY)).toBe(false)
  expect(isOutdated({ ...turn, waitedMs: LASTING_MS - 1 }, MESSAGE_MAX_DELAY_MS)).toBe(false)
  expect(isOutdated({ ...turn, delay: { ms: 1_500, lastsMs: LASTING_MS - 1 } }, MESSAGE_MAX_DELAY_MS)).toBe(false)
})

test('a burst is served to its end, however long it takes', () => {
  const turn = { isLate: false, waitedMs: 1_500, latestMs: 1_400, delay: { ms: 1_500, lastsMs: 1_500 } }
  expect(isOutdated(turn, MESSAGE_MAX_DELAY_MS)).toBe(false)
})
