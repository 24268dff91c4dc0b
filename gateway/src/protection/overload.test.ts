import { expect, test } from 'vitest'
import { BURST_MAX_DELAY_MS, isOverloaded, LASTING_MS, MAX_DELAY_MS } from './overload.ts'
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
