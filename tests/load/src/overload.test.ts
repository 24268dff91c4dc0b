import { expect, test } from 'vitest'
import { inFlightOf, pairInTurn, STAGE_END_SECONDS, STAGE_SECONDS, STAGES, stageName } from '../shared/overload.ts'
import { capacityOf, problemsOf } from './overload.ts'

const row = (metric: string, statistics: Record<string, number>) => ({ metric, statistics, thresholds: [] })
const phase = (name: string, p95: number) => row(`accepted_duration{scenario:${name}}`, { 'p(95)': p95 })
const refusals = { count: 900, p50: 4, p95: 100, p99: 200 }
const summaryOf = (before: number, after: number) => ({
  rows: [phase('before', before), phase('after', after)],
  checks: [],
})

test('the capacity is the rate of the best stage', () => {
  const rows = STAGES.map((inFlight) =>
    row(`goodput{scenario:stage_${inFlight}}`, { count: inFlight === 64 ? 4_500 : 900 }),
  )
  expect(capacityOf({ rows, checks: [] })).toBe(4_500 / (STAGE_SECONDS - STAGE_END_SECONDS))
})

test('the slots of a stage write to every pair, and no two slots to the same one', () => {
  for (const requests of STAGES) {
    const inFlight = inFlightOf(stageName(requests))
    const turns = Array.from({ length: 20 }, (_, turn) => turn)
    const own = Array.from({ length: inFlight }, (_, slot) => [
      ...new Set(turns.map((turn) => pairInTurn(slot, turn, { inFlight, pairs: 250 }))),
    ])
    expect(own.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 250 }, (_, pair) => pair))
  }
})

test('a slower load after the overload is a problem, and so is a load without a value', () => {
  expect(problemsOf(summaryOf(40, 75), [], refusals)).toEqual([])
  expect(problemsOf(summaryOf(40, 90), [], refusals)).toEqual([
    'The p95 was 40 ms before the overload and is 90 ms after it.',
  ])
  expect(problemsOf({ rows: [], checks: [] }, [], refusals)).toHaveLength(1)
})

test('a process that exceeds its memory is a problem', () => {
  const peaks = [
    { name: 'chat', peakMib: 384, maxMib: 384 },
    { name: 'gateway', peakMib: 385, maxMib: 384 },
  ]
  expect(problemsOf(summaryOf(40, 40), peaks, refusals)).toEqual(['gateway took 385 MiB of 384.'])
})

test('late refusals, and no refusals, are problems', () => {
  const problem = (p95: number, count: number) => problemsOf(summaryOf(40, 40), [], { ...refusals, p95, count })
  expect(problem(101, 900)).toEqual(['The p95 of 900 refusals was 101 ms.'])
  expect(problem(0, 0)).toEqual(['The p95 of 0 refusals was 0 ms.'])
})
