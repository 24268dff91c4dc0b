import { describe, expect, test } from 'vitest'
import { admin, apply, at, ban, decisionOf, held, mia, noah, open } from '../../test/case-fixtures.ts'
import type { CaseDocument } from '../models/case.ts'
import { refusalOf } from './case-refusals.ts'

describe('who may decide', () => {
  const reported = { stored: open, reported: open }
  const appealed: CaseDocument = {
    ...open,
    kind: 'appeal',
    reports: [],
    appeal: { caseId: 1, decision: decisionOf(apply(held, ban()), mia.userId), text: 'No.', createdAt: at },
  }

  test('neither the reported user nor a reporter, not even as an admin', () => {
    for (const judged of [reported, { stored: appealed, reported: open }]) {
      expect(refusalOf(judged, { userId: 7, role: 'admin' }, undefined)).toBe('own-case')
      expect(refusalOf(judged, { userId: 1, role: 'admin' }, undefined)).toBe('own-case')
      expect(refusalOf(judged, noah, undefined)).toBeNull()
    }
  })

  test('about a user with a role an admin only', () => {
    const refusals = [
      refusalOf(reported, mia, 'moderator'),
      refusalOf(reported, mia, 'admin'),
      refusalOf(reported, admin, 'admin'),
    ]
    expect(refusals).toEqual(['needs-admin', 'needs-admin', null])
  })

  test('not an appeal against the own decision', () => {
    expect(refusalOf({ stored: appealed, reported: open }, mia, undefined)).toBe('own-decision')
  })
})
