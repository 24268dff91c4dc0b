import { expect, test } from 'vitest'
import { at, before, held, open, reportBy } from '../../test/cases/case-fixtures.ts'
import { withReport } from '../cases/reports/case-reports.ts'
import { outboxOf, sealOf } from './case-seal.ts'

test('it depends on neither the order of fields nor fields without a value', () => {
  const reordered = Object.fromEntries(Object.entries({ ...open, closedAt: undefined }).toReversed())
  expect(sealOf(reordered as unknown as typeof open)).toEqual(sealOf(open))
})

test('it depends on every field but the claim and the number of changes', () => {
  expect(sealOf({ ...held, rev: 9 })).toEqual(sealOf(open))
  const changes = [
    { dueAt: before(1) },
    { userId: 8 },
    { hasEvidence: false },
    { reports: [reportBy(1, { text: 'x' })] },
  ]
  const digests = [{}, ...changes].map((change) => sealOf({ ...open, ...change }).digest)
  expect(new Set(digests).size).toBe(changes.length + 1)
})

test('the audit entries of a write have it, its events do not', () => {
  const { events } = withReport(open, reportBy(2), at)
  const entries = outboxOf(open, [...events, { subject: 'x', payload: {} }], at)
  expect(entries[0]?.payload).toMatchObject({ action: 'report.created', seal: sealOf(open) })
  expect(entries.at(-1)).toMatchObject({ subject: 'x', payload: {}, rev: open.rev, epoch: open.epoch, at })
})
