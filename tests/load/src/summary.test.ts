import { expect, test } from 'vitest'
import { areMet, onlyOf, readSummary } from './summary.ts'
import { tableOf } from './table.ts'

/** Summary in k6's format, where true marks a missed threshold. */
function exported(metrics: Record<string, unknown>, checks: Record<string, unknown> = {}) {
  return { metrics, root_group: { name: '', path: '', checks } }
}
const duration = { avg: 4, 'p(50)': 3.25, 'p(95)': 9, 'p(99)': 12.5, max: 1400.2, count: 600 }
const rate = { value: 1, passes: 600, fails: 0 }

const good = readSummary(
  exported(
    {
      send_to_frame: { ...duration, thresholds: { 'p(50)<=8': false, 'p(99)<=40': false } },
      'http_req_duration{name:POST /api/messages}': { ...duration, thresholds: { 'p(95)<=40': false } },
      http_req_duration: duration,
      messages_kept: { ...rate, thresholds: { 'rate==1': false } },
      dropped_iterations: { count: 0, rate: 0, thresholds: { 'count==0': false } },
      socket_connect: duration,
    },
    { 'no user is repeated': { name: 'no user is repeated', passes: 5, fails: 0 } },
  ),
)

test('the summary has a row for each metric with a threshold, and for each custom metric', () => {
  expect(good.rows.map(({ metric }) => metric)).toEqual([
    'dropped_iterations',
    'messages_kept',
    'POST /api/messages',
    'send_to_frame',
    'socket_connect',
  ])
  expect(areMet(good)).toBe(true)
})

test('one missed threshold fails the run', () => {
  const thresholds = { 'p(50)<=8': false, 'p(99)<=40': true }
  expect(areMet(readSummary(exported({ send_to_frame: { ...duration, thresholds } })))).toBe(false)
})

test('a threshold without samples is not met', () => {
  const noSamples = { value: 0, passes: 0, fails: 0, thresholds: { 'rate==1': false } }
  const noDurations = { 'p(50)': 0, max: 0, count: 0, thresholds: { 'p(99)<=40': false } }
  expect(areMet(readSummary(exported({ messages_kept: noSamples })))).toBe(false)
  expect(areMet(readSummary(exported({ send_to_frame: noDurations })))).toBe(false)
})

test('onlyOf ignores the thresholds of other metrics', () => {
  const slow = { ...duration, thresholds: { 'p(50)<=8': true } }
  const kept = { value: 1, passes: 600, fails: 0, thresholds: { 'rate==1': false } }
  const summary = readSummary(exported({ send_to_frame: slow, messages_kept: kept }))
  expect(areMet(summary)).toBe(false)
  expect(areMet(onlyOf(summary, ['messages_kept']))).toBe(true)
  expect(areMet(onlyOf(summary, ['checks']))).toBe(false)
})

test('a run without thresholds fails', () => {
  expect(areMet(readSummary(exported({ send_to_frame: duration })))).toBe(false)
})

test('the table has every number and the failed checks', () => {
  const checks = [{ name: 'a page is full', passed: 7, failed: 2 }]
  const missed = [{ rule: 'rate==1', isMet: false }]
  const rows = [
    ...good.rows,
    { metric: 'checks', statistics: { value: 0.875, passes: 7, fails: 1 }, thresholds: missed },
  ]
  const table = tableOf({ rows, checks })
  expect(table).toMatch(/^send_to_frame +3\.3 +9 +12\.5 +1400 +600 +p\(50\)<=8 ok, p\(99\)<=40 ok$/m)
  expect(table).toMatch(/^messages_kept +100 % of 600 +rate==1 ok$/m)
  expect(table).toMatch(/^checks +87\.5 % of 8 +rate==1 FAILED$/m)
  expect(table).toContain('FAILED: a page is full (2 of 9)')
})
