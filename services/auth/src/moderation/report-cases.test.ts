import { expect, test } from 'vitest'
import { isReported, withCase } from './report-cases.ts'

const opened = { caseId: 7, rev: 1, isOpen: true }

test('an account is reported while one of its cases is open', () => {
  expect(isReported({})).toBe(false)
  const reported = withCase({}, opened)
  expect(reported).toEqual({ cases: [opened] })
  expect(isReported({ cases: reported?.cases ?? [] })).toBe(true)

  const closed = withCase({ cases: [opened] }, { caseId: 7, rev: 4, isOpen: false })
  expect(closed).toEqual({ cases: [{ caseId: 7, rev: 4, isOpen: false }] })
  expect(isReported({ cases: closed?.cases ?? [] })).toBe(false)
})

test('when an undone decision reopens a case, it counts again', () => {
  const closed = [{ caseId: 7, rev: 4, isOpen: false }]
  expect(withCase({ cases: closed }, { caseId: 7, rev: 5, isOpen: true })).toEqual({
    cases: [{ caseId: 7, rev: 5, isOpen: true }],
  })
})

test.each([
  ['repeated', { caseId: 7, rev: 4, isOpen: false }],
  ['late', opened],
])('a %s event changes nothing', (_, event) => {
  expect(withCase({ cases: [{ caseId: 7, rev: 4, isOpen: false }] }, event)).toBeNull()
})

test('the end of one case leaves another one open, in any order of their events', () => {
  const second = { caseId: 3, rev: 1, isOpen: true } // processes do not assign ids in order
  const both = withCase({ cases: [opened] }, second)
  const after = withCase({ cases: both?.cases ?? [] }, { caseId: 7, rev: 2, isOpen: false })
  expect(isReported({ cases: after?.cases ?? [] })).toBe(true)
})

test('an account keeps its newest cases only', () => {
  const cases = Array.from({ length: 20 }, (_, i) => ({ caseId: i + 1, rev: 2, isOpen: false }))
  const after = withCase({ cases }, { caseId: 21, rev: 1, isOpen: true })?.cases ?? []
  expect(after).toHaveLength(20)
  expect([after[0]?.caseId, after.at(-1)?.caseId]).toEqual([2, 21])
})
