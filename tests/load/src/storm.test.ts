import { expect, test } from 'vitest'
import { phaseMetric } from '../shared/storm.ts'
import { stormProblems } from './storm.ts'

const summary = (before: number, after: number) => ({
  rows: [
    { metric: phaseMetric('before'), statistics: { 'p(99)': before }, thresholds: [] },
    { metric: phaseMetric('after'), statistics: { 'p(99)': after }, thresholds: [] },
  ],
  checks: [],
})

test('slower calls of others and a process that ended are problems of a storm', () => {
  const calm = { restarted: () => [] }
  expect(stormProblems(summary(20, 40), calm)).toEqual([])
  expect(stormProblems(summary(20, 41), calm)).toEqual([
    'The p99 of others was 20 ms before the loss and is 41 ms after it.',
  ])
  expect(stormProblems(summary(20, Number.NaN), calm)).toHaveLength(1)
  expect(stormProblems(summary(20, 20), { restarted: () => ['auth-1'] })).toEqual(['Restarted: auth-1.'])
  expect(stormProblems(summary(20, 20), null)).toHaveLength(1)
})
