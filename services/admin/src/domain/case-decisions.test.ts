import { UNDO_MS } from '@zing/proto/limits'
import { appealCreated, caseClosed, caseOpened, measureLifted, measureTaken } from '@zing/proto/nats/events'
import { describe, expect, test } from 'vitest'
import { admin, apply, at, ban, codeOf, decisionOf, held, mia, noah, open, subjects } from '../../test/case-fixtures.ts'
import type { CaseDocument } from '../models/case.ts'
import { withDecision, withUndo } from './case-decisions.ts'

describe('decisions', () => {
  test('a decision closes the case, and has its events after its audit entry', () => {
    expect(ban().set).toMatchObject({
      status: 'closed',
      closedAt: at,
      claim: null,
      decisions: [{ id: 9, action: 'ban' }],
    })
    expect(subjects(ban())).toEqual(['audit', measureTaken.subject, caseClosed.subject])
    expect(ban().events[1]?.payload).toEqual({
      userId: 7,
      decisionId: 9,
      action: 'ban',
      reason: 'threats',
      text: null,
      field: null,
      until: null,
    })
    expect(ban().events[2]?.payload).toEqual({ userId: 7, caseId: 5 })
  })

  test('a dismissal has no event but that of the closed case, a suspension ends after its days', () => {
    const dismissal = withDecision(held, mia, { action: 'dismiss', reason: 'no-violation' }, { id: 9, at })
    expect(subjects(dismissal)).toEqual(['audit', caseClosed.subject])
    const week = withDecision(held, mia, { action: 'suspend', reason: 'hate', days: 7 }, { id: 9, at })
    expect(week.events[1]?.payload).toMatchObject({ until: '2026-01-08T12:00:00.000Z' })
  })

  test('the claim must hold at that moment, and the action must fit the case', () => {
    const decide = (stored: CaseDocument, action: 'ban' | 'lift' = 'ban', by = mia) =>
      codeOf(() => withDecision(stored, by, { action, reason: action === 'ban' ? 'hate' : 'mistake' }, { id: 9, at }))
    expect(decide(open)).toBe('CLAIM_LOST')
    expect(decide(held, 'ban', noah)).toBe('CLAIM_LOST')
    expect(decide({ ...held, claim: { userId: mia.userId, until: at } })).toBe('CLAIM_LOST')
    expect(decide({ ...held, status: 'closed' })).toBe('CASE_CLOSED')
    expect(decide(held, 'lift')).toBe(400)
  })
})

describe('undo', () => {
  const closed = apply(held, ban())
  const undo = (stored: CaseDocument, time = at, isReopened = true) =>
    withUndo(stored, admin, { at: time, removed: { removed: null }, isReopened })

  test('it opens the case again and lifts what was decided', () => {
    expect(undo(closed).set).toMatchObject({
      status: 'open',
      closedAt: null,
      decisions: [{ id: 9, undoneAt: at, undoneBy: admin.userId }],
    })
    expect(subjects(undo(closed))).toEqual(['audit', measureLifted.subject, caseOpened.subject])
    expect(undo(closed, at, false).set).not.toHaveProperty('status')
    expect(subjects(undo(closed, at, false))).toEqual(['audit', measureLifted.subject]) // a newer case is open
  })

  test('it is possible once, and for a day', () => {
    expect(codeOf(() => undo(apply(closed, undo(closed))))).toBe('CASE_OPEN')
    expect(codeOf(() => undo(open))).toBe('CASE_OPEN')
    expect(codeOf(() => undo(closed, new Date(at.getTime() + UNDO_MS)))).toBeNull()
    expect(codeOf(() => undo(closed, new Date(at.getTime() + UNDO_MS + 1)))).toBe('UNDO_TOO_LATE')
  })

  test('a dismissal that is undone lifts nothing', () => {
    const dismissed = apply(held, withDecision(held, mia, { action: 'dismiss', reason: 'no-violation' }, { id: 9, at }))
    expect(subjects(undo(dismissed))).toEqual(['audit', caseOpened.subject])
  })

  test('an appeal whose refusal is undone is open again', () => {
    const appeal = { caseId: 1, decision: decisionOf(closed, mia.userId), text: 'No.', createdAt: at }
    const appealCase: CaseDocument = { ...held, kind: 'appeal', reports: [], appeal }
    const refusal = withDecision(appealCase, mia, { action: 'uphold', reason: 'hate' }, { id: 10, at })
    expect(refusal.events[1]).toMatchObject({
      subject: measureTaken.subject,
      payload: { decisionId: 10, appealedId: 9 },
    })
    expect(subjects(undo(apply(appealCase, refusal)))).toEqual(['audit', appealCreated.subject])
  })

  test('a lifted suspension is taken again', () => {
    const appeal = { caseId: 1, decision: decisionOf(closed, mia.userId), text: 'No.', createdAt: at }
    const appealCase: CaseDocument = { ...held, kind: 'appeal', reports: [], appeal }
    const lift = withDecision(appealCase, mia, { action: 'lift', reason: 'mistake' }, { id: 10, at })
    expect(lift.events[1]).toMatchObject({ subject: measureLifted.subject, payload: { decisionId: 9, action: 'ban' } })
    const again = undo(apply(appealCase, lift))
    expect(again.events[1]).toMatchObject({ subject: measureTaken.subject, payload: { decisionId: 9, action: 'ban' } })
    expect(again.events[2]).toMatchObject({ subject: appealCreated.subject, payload: { decisionId: 9 } }) // open again
    expect([...(subjects(lift) ?? []), ...(subjects(again) ?? [])]).not.toContain(caseOpened.subject) // an appeal is no report
    expect(subjects(lift)).not.toContain(caseClosed.subject)
  })
})
