import { DECISION_UNDO_MS } from '@zing/proto/limits'
import {
  appealCreated,
  caseClosed,
  caseOpened,
  type EventOf,
  sanctionImposed,
  sanctionLifted,
} from '@zing/proto/nats/events'
import { describe, expect, test } from 'vitest'
import {
  admin,
  apply,
  at,
  ban,
  before,
  codeOf,
  decisionOf,
  held,
  mia,
  noah,
  open,
  reportBy,
  subjects,
} from '../../../test/cases/case-fixtures.ts'
import type { CaseDocument } from '../../models/case.ts'
import type { CaseChange } from './case-change.ts'
import { withDecision } from './case-decisions.ts'
import { withUndo } from './case-undo.ts'

describe('decisions', () => {
  test('a decision closes the case, and has its events after its audit entry', () => {
    expect(ban().set).toMatchObject({
      status: 'closed',
      closedAt: at,
      claim: null,
      decisions: [{ id: 9, action: 'ban' }],
    })
    expect(subjects(ban())).toEqual(['audit', sanctionImposed.subject, caseClosed.subject])
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

  test('a dismissal only closes the case, and a suspension ends after its days', () => {
    const dismissal = withDecision(
      held,
      mia,
      { action: 'dismiss', reason: 'no-violation' },
      { id: 9, at, appealed: null },
    )
    expect(subjects(dismissal)).toEqual(['audit', caseClosed.subject])
    const week = withDecision(held, mia, { action: 'suspend', reason: 'hate', days: 7 }, { id: 9, at, appealed: null })
    expect(week.events[1]?.payload).toMatchObject({ until: '2026-01-08T12:00:00.000Z' })
  })

  test('the claim must hold at that moment, and the action must fit the case', () => {
    const decide = (stored: CaseDocument, action: 'ban' | 'lift' = 'ban', by = mia) =>
      codeOf(() =>
        withDecision(
          stored,
          by,
          { action, reason: action === 'ban' ? 'hate' : 'mistake' },
          { id: 9, at, appealed: null },
        ),
      )
    expect(decide(open)).toBe('CLAIM_LOST')
    expect(decide(held, 'ban', noah)).toBe('CLAIM_LOST')
    expect(decide({ ...held, claim: { userId: mia.userId, until: at, since: before(1), reportIds: [10] } })).toBe(
      'CLAIM_LOST',
    )
    expect(decide({ ...held, status: 'closed' })).toBe('CASE_CLOSED')
    expect(decide(held, 'lift')).toBe('ACTION_MISFIT')
  })
})

describe('undo', () => {
  const severe = { ...held, reports: [reportBy(1, { category: 'threats' })] }
  const closed = apply(severe, ban())
  const undo = (stored: CaseDocument, time = at, isReopened = true) =>
    withUndo(stored, admin, { at: time, appealed: null, appeals: [], isReopened })

  test('it opens the case again and lifts what was decided', () => {
    const later = new Date(at.getTime() + 60_000)
    expect(undo(closed, later)).toMatchObject({
      set: {
        status: 'open',
        closedAt: null,
        decisions: [{ id: 9, undoneAt: later, undoneBy: admin.userId }],
      },
      at: later,
    })
    expect(subjects(undo(closed))).toEqual(['audit', sanctionLifted.subject, caseOpened.subject])
    expect(undo(closed, at, false).set).not.toHaveProperty('status')
    expect(subjects(undo(closed, at, false))).toEqual(['audit', sanctionLifted.subject]) // a newer case is open
  })

  test('when the clock is behind, an undo is still later than the decision and its appeal', () => {
    const appealedAt = new Date(at.getTime() + 5_000)
    const appeal: CaseDocument = { ...closed, kind: 'appeal', decisions: [], openedAt: appealedAt }
    const undone = withUndo(closed, admin, { at: before(60_000), appealed: null, appeals: [appeal], isReopened: true })
    expect(undone.at).toEqual(new Date(appealedAt.getTime() + 1))
    expect(undo(closed, before(60_000)).at).toEqual(new Date(at.getTime() + 1))
  })

  test('it is possible once, and for a day', () => {
    expect(codeOf(() => undo(apply(closed, undo(closed))))).toBe('CASE_OPEN')
    expect(codeOf(() => undo(open))).toBe('CASE_OPEN')
    expect(codeOf(() => undo(closed, new Date(at.getTime() + DECISION_UNDO_MS)))).toBeNull()
    expect(codeOf(() => undo(closed, new Date(at.getTime() + DECISION_UNDO_MS + 1)))).toBe('UNDO_TOO_LATE')
  })

  test('it removes the selfie that was reported last, and no other', () => {
    const [report] = held.reports
    if (!report) throw new Error('no report')
    const removed = (versions: number[], photoId?: number) => {
      const reports = versions.map((selfieVersion) => ({ ...report, selfieVersion }))
      const input = { action: 'remove-photo' as const, reason: 'sexual' as const, ...(photoId && { photoId }) }
      const { events } = withDecision({ ...held, reports }, mia, input, { id: 9, at, appealed: null })
      const taken = events.find(({ subject }) => subject === sanctionImposed.subject)
      return (taken?.payload as EventOf<typeof sanctionImposed> | undefined)?.photoVersion
    }
    expect([removed([4, 7]), removed([4, 0]), removed([0]), removed([4], 12)]).toEqual([7, 4, undefined, 12])
  })

  test('when a dismissal is undone, it lifts nothing', () => {
    const dismissed = apply(
      severe,
      withDecision(severe, mia, { action: 'dismiss', reason: 'no-violation' }, { id: 9, at, appealed: null }),
    )
    expect(subjects(undo(dismissed))).toEqual(['audit', caseOpened.subject])
  })
})

describe('appeals', () => {
  const closed = apply(held, ban())
  const appealed = decisionOf(closed, mia.userId)
  const appealCase: CaseDocument = {
    ...held,
    kind: 'appeal',
    reports: [],
    appeal: { caseId: 1, decision: appealed, text: 'No.', createdAt: at },
  }
  const decide = (action: 'uphold' | 'lift', about = appealed) => {
    const reason = action === 'lift' ? 'mistake' : 'hate'
    return withDecision(appealCase, mia, { action, reason }, { id: 10, at, appealed: about })
  }
  const undoOf = (change: CaseChange, about = appealed) =>
    withUndo(apply(appealCase, change), admin, { at, appealed: about, appeals: [], isReopened: true })

  test('when a refusal is undone, the appeal is open again', () => {
    const refusal = decide('uphold')
    expect(refusal.events[1]).toMatchObject({
      subject: sanctionImposed.subject,
      payload: { decisionId: 10, appealedId: 9 },
    })
    expect(subjects(undoOf(refusal))).toEqual(['audit', appealCreated.subject])
  })

  test('when a lift is undone, the sanction is imposed again', () => {
    const lift = decide('lift')
    expect(lift.events[1]).toMatchObject({ subject: sanctionLifted.subject, payload: { decisionId: 9, action: 'ban' } })
    const again = undoOf(lift)
    expect(again.events[1]).toMatchObject({
      subject: sanctionImposed.subject,
      payload: { decisionId: 9, action: 'ban' },
    })
    expect(again.events[2]).toMatchObject({ subject: appealCreated.subject, payload: { decisionId: 9 } }) // open again
    expect([...(subjects(lift) ?? []), ...(subjects(again) ?? [])]).not.toContain(caseOpened.subject) // an appeal is no report
    expect(subjects(lift)).not.toContain(caseClosed.subject)
  })

  test('when an admin has undone the decision, an appeal may lift it but not uphold it', () => {
    const undone = { ...appealed, undoneAt: at, undoneBy: admin.userId }
    expect(codeOf(() => decide('uphold', undone))).toBe('DECISION_UNDONE')
    const lift = decide('lift', undone)
    expect(subjects(lift)).toEqual(['audit', sanctionLifted.subject])
    expect(subjects(undoOf(lift, undone))).toEqual(['audit', appealCreated.subject])
  })
})
