import { metricsOf } from '@zing/kit/observability/metrics'
import { createAppeal } from '@zing/proto/http/reports'
import { expect, test } from 'vitest'
import { setupModeration } from './setup-moderation.ts'

const HOUR_MS = 3_600_000
const { newUser, newCase, decided, cases, appeals, anonymous } = await setupModeration()
const mia = newUser({ role: 'moderator' })

/** The value that Prometheus would read now. */
async function scraped(series: string): Promise<number> {
  const { text } = await metricsOf('admin')()
  const line = text.split('\n').find((one) => one.startsWith(series))
  return Number(line?.split(' ').at(-1))
}

test('it measures open, oldest and overdue cases, and the time to a decision', async () => {
  expect(await scraped('zing_case_oldest_seconds')).toBe(0)
  const decisions = await scraped('zing_case_decision_seconds_count')
  const { reported, caseId } = await newCase()
  await newCase()
  const openedAt = new Date(Date.now() - 2 * HOUR_MS)
  await cases.updateOne({ _id: caseId }, { $set: { openedAt, dueAt: new Date(Date.now() - HOUR_MS) } })
  expect(await scraped('zing_cases_open{kind="report"')).toBe(2)
  expect(await scraped('zing_cases_open{kind="appeal"')).toBe(0)
  expect(await scraped('zing_cases_overdue')).toBe(1)
  expect(await scraped('zing_case_oldest_seconds')).toBeGreaterThanOrEqual(7_200)
  expect(await scraped('zing_case_oldest_seconds')).toBeLessThan(7_300)

  const { id: decisionId } = await decided(mia, caseId, { action: 'ban', reason: 'threats' })
  const token = 'x'.repeat(43)
  appeals.set(token, { userId: reported.id, decisionId })
  expect((await anonymous.call(createAppeal, { body: { token, text: 'It was not me' } })).status).toBe(201)
  expect(await scraped('zing_cases_open{kind="report"')).toBe(1)
  expect(await scraped('zing_cases_open{kind="appeal"')).toBe(1)
  expect(await scraped('zing_cases_overdue')).toBe(0)
  expect(await scraped('zing_case_oldest_seconds')).toBeLessThan(600)
  expect(await scraped('zing_case_decision_seconds_count')).toBe(decisions + 1)
  expect(await scraped('zing_case_decision_seconds_bucket{le="3600"')).toBeLessThan(decisions + 1) // it took two hours
})
