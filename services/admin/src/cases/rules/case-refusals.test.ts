import { describe, expect, test } from 'vitest'
import { admin, apply, at, ban, decisionOf, held, mia, noah, open } from '../../../test/cases/case-fixtures.ts'
import type { CaseDocument } from '../../models/case.ts'
import { refusalOf, undoRefusalOf } from './case-refusals.ts'

describe('who may decide', () => {
  const reported = { stored: open, reported: open, appeals: [], isRelated: false }
  const appealed: CaseDocument = {
    ...open,
    kind: 'appeal',
    reports: [],
    appeal: { caseId: 1, decision: decisionOf(apply(held, ban()), mia.userId), text: 'No.', createdAt: at },
  }

  test('neither the reported user nor a reporter, not even as an admin', () => {
    for (const judged of [reported, { ...reported, stored: appealed, appeals: [appealed] }]) {
      expect(refusalOf(judged, { userId: 7, role: 'admin' }, undefined)).toBe('own-case')
      expect(refusalOf(judged, { userId: 1, role: 'admin' }, undefined)).toBe('own-case')
      expect(refusalOf(judged, noah, undefined)).toBeNull()
    }
  })

  test('nobody who has to do with the user', () => {
    expect(refusalOf({ ...reported, isRelated: true }, admin, undefined)).toBe('own-case')
  })

  test('about a user with a role an admin only', () => {
    const refusals = [
      refusalOf(reported, mia, 'moderator'),
      refusalOf(reported, mia, 'admin'),
      refusalOf(reported, admin, 'admin'),
    ]
    expect(refusals).toEqual(['needs-admin', 'needs-admin', null])
  })

  test('neither an appeal against the own decision, nor the case again that it is about', () => {
    for (const stored of [appealed, open])
      expect(refusalOf({ ...reported, stored, appeals: [appealed] }, mia, undefined)).toBe('own-decision')
  })

  test('who has decided undoes that decision while its appeal is open, and no later one', () => {
    const later = { ...decisionOf(apply(held, ban()), noah.userId), id: 10 }
    const undoOf = (...decisions: CaseDocument['decisions']) =>
      undoRefusalOf({ ...reported, stored: { ...open, decisions }, appeals: [appealed] }, mia)
    const first = appealed.appeal?.decision
    if (!first) throw new Error('no decision')
    expect([undoOf(first), undoOf(first, later)]).toEqual([null, 'own-decision'])
  })
})
