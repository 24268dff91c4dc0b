import { expect, test } from 'vitest'
import { BURST_MAX_DELAY_MS, isOutdated, isOverloaded, LASTING_MS, MAX_DELAY_MS } from './overload.ts'
import { PRIORITIES } from './priority.ts'

test('a delay that has only begun is a burst, and served up to its own bound', () => {
  const lastsMs = LASTING_MS - 1
  for (const priority of PRIORITIES)
    expect(isOverloaded({ ms: BURST_MAX_DELAY_MS, lastsMs }, MAX_DELAY_MS[priority])).toBe(false)
  expect(isOverloaded({ ms: BURST_MAX_DELAY_MS + 1, lastsMs }, MAX_DELAY_MS.message)).toBe(true)
})

test('a short delay refuses nothing, however long it lasts', () => {
  for (const priority of PRIORITIES)
    expect(isOverloaded({ ms: 50, lastsMs: 60_000 }, MAX_DELAY_MS[priority])).toBe(false)
})

test('the longer the delay, the more is refused: discovery first, sessions never', () => {
  const refusedAt = (ms: number) =>
    PRIORITIES.filter((priority) => isOverloaded({ ms, lastsMs: LASTING_MS }, MAX_DELAY_MS[priority]))
  expect(refusedAt(MAX_DELAY_MS.discovery + 1)).toEqual(['discovery'])
  expect(refusedAt(MAX_DELAY_MS.page + 1)).toEqual(['page', 'discovery'])
  expect(refusedAt(MAX_DELAY_MS.message + 1)).toEqual(['message', 'page', 'discovery'])
  expect(refusedAt(60_000)).toEqual(['message', 'page', 'discovery'])
})

test('what was accepted when the overload began is refused once it lasts, while more keeps coming', () => {
  const turn = { waitedMs: 1_000, latestMs: 5, delay: { ms: 1_500, lastsMs: LASTING_MS } }
  expect(isOutdated(turn, MAX_DELAY_MS.message)).toBe(true)
  expect(isOutdated(turn, MAX_DELAY_MS.session)).toBe(false)
  expect(isOutdated({ ...turn, waitedMs: MAX_DELAY_MS.message }, MAX_DELAY_MS.message)).toBe(false)
  expect(isOutdated({ ...turn, delay: { ms: 1_500, lastsMs: LASTING_MS - 1 } }, MAX_DELAY_MS.message)).toBe(false)
})

test('a burst is served to its end, however long that takes', () => {
  const turn = { waitedMs: 1_500, latestMs: 1_400, delay: { ms: 1_500, lastsMs: 1_500 } }
  expect(isOutdated(turn, MAX_DELAY_MS.message)).toBe(false)
})
