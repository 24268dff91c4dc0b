import { expect, test } from 'vitest'
import type { ConstantRate } from '../load/constant-rate.ts'
import { isMet } from '../results/result.ts'
import type { SideRound } from './measure-side.ts'
import { resultsBeside } from './results-beside.ts'

function round(perSecond: number, cpuPerMessage: number, p50: number | null): SideRound {
  const constant: ConstantRate | null =
    p50 === null ? null : { count: 1, p50, p95: 2, p99: 3, max: 4, cpuPerMessage, cpuByGroup: {}, refused: 0 }
  return {
    max: { perSecond, p99: 5, cpuPerMessage, cpuByGroup: {} },
    atRate: new Map([
      [100, constant],
      [200, null],
    ]),
  }
}

const product = [round(900, 1.8, 3), round(1_000, 2, 3)]

test('budgets are ratios to ejabberd', () => {
  const good = resultsBeside('ejabberd 23', product, [round(1_000, 1.3, 2), round(1_100, 1.4, 2)])
  expect(good.map(isMet).filter((met) => met !== null)).toEqual([true, true])
  const bad = resultsBeside('ejabberd 23', product, [round(2_000, 1, 2), round(2_000, 1, 2)])
  expect(bad.map(isMet).filter((met) => met !== null)).toEqual([false, false])
})

test('when a peer cannot keep up with a rate, its side is left out', () => {
  const results = resultsBeside('Synapse 1', product, [round(50, 24, null), round(52, 24, null)])
  const latency = results.find(({ label }) => label.includes('100 messages/s'))
  expect(latency).toMatchObject({ product: 3, baseline: null, ratio: null, budget: null })
})
