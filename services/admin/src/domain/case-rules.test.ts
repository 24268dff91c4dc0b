import { AppError } from '@zing/kit/errors'
import { CASE_LEASE_MS, CASE_NOTES_MAX, CASE_REPORTS_MAX, UNDO_MS } from '@zing/proto/limits'
import { appealCreated, measureLifted, measureTaken } from '@zing/proto/nats/events'
import { describe, expect, test } from 'vitest'
import type { CaseDocument, StoredReport } from '../models/case.ts'
import {
  type CaseChange,
  newCase,
  refusalOf,
  withClaim,
  withDecision,
  withNote,
  withoutClaim,
  withReport,
  withUndo,
} from './case-rules.ts'

const at = new Date('2026-01-01T12:00:00.000Z')
const before = (ms: number) => new Date(at.getTime() - ms)
const reportBy = (reporterId: number, more: Partial<StoredReport> = {}): StoredReport => ({
  id: reporterId * 10,
  reporterId,
  category: 'harassment',
  text: null,
  createdAt: at,
  ...more,
})
const open = newCase(5, { userId: 7, report: reportBy(1), dueAt: at, epoch: 2 })
const mia = { userId: 50, role: 'moderator' as const }
const noah = { userId: 51, role: 'moderator' as const }
const admin = { userId: 60, role: 'admin' as const }
const held: CaseDocument = { ...open, claim: { userId: mia.userId, until: new Date(at.getTime() + 1) } }

const subjects = (change: CaseChange | null) => change?.events.map(({ subject }) => subject)
const apply = (stored: CaseDocument, { set }: CaseChange): CaseDocument => ({ ...stored, ...set, rev: stored.rev + 1 })
function codeOf(change: () => unknown): string | number | null {
  try {
    change()
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code ?? error.status
  }
}

describe('reports', () => {
  test('a further report makes the case as grave and as early as the gravest of them', () => {
    const grave = withReport(open, reportBy(2, { category: 'underage' }), before(1_000))
    expect(grave.set).toMatchObject({
      severity: 0,
      dueAt: before(1_000),
      reports: [{ reporterId: 1 }, { reporterId: 2 }],
    })
    const light = withReport(open, reportBy(3, { category: 'other' }), new Date(at.getTime() + 1_000))
    expect(light.set).toMatchObject({ severity: open.severity, dueAt: at })
  })

  test('one of the same reporter, and one too many, are refused', () => {
    expect(codeOf(() => withReport(open, reportBy(1), at))).toBe('REPORT_OPEN')
    const full = { ...open, reports: Array.from({ length: CASE_REPORTS_MAX }, (_, i) => reportBy(i + 100)) }
    expect(codeOf(() => withReport(full, reportBy(1), at))).toBe('REPORT_OPEN')
  })
})

describe('who may decide', () => {
  const appealed: CaseDocument = {
    ...open,
    kind: 'appeal',
    reports: [],
    appeal: { caseId: 1, decision: decisionOf(apply(held, ban()), mia.userId), text: 'No.', createdAt: at },
  }

  test('neither the reported user nor a reporter, not even as an admin', () => {
    expect(refusalOf(open, { userId: 7, role: 'admin' }, undefined)).toBe('own-case')
    expect(refusalOf(open, { userId: 1, role: 'moderator' }, undefined)).toBe('own-case')
    expect(refusalOf(open, mia, undefined)).toBeNull()
  })

  test('about a user with a role an admin only', () => {
    expect([refusalOf(open, mia, 'moderator'), refusalOf(open, mia, 'admin'), refusalOf(open, admin, 'admin')]).toEqual(
      ['needs-admin', 'needs-admin', null],
    )
  })

  test('not an appeal against the own decision', () => {
    expect([refusalOf(appealed, mia, undefined), refusalOf(appealed, noah, undefined)]).toEqual(['own-decision', null])
  })
})

describe('claims', () => {
  test('a free case and one whose claim has ended can be claimed, another one cannot', () => {
    const claim = { userId: noah.userId, until: new Date(at.getTime() + CASE_LEASE_MS) }
    expect(withClaim(open, noah, at).set).toEqual({ claim })
    expect(withClaim({ ...held, claim: { userId: mia.userId, until: at } }, noah, at).set).toEqual({ claim })
    expect(codeOf(() => withClaim(held, noah, at))).toBe('CASE_CLAIMED')
    expect(codeOf(() => withClaim({ ...open, status: 'closed' }, noah, at))).toBe('CASE_CLOSED')
  })

  test('a renewal is no new entry of the audit log, and only the own claim is given back', () => {
    expect([withClaim(open, mia, at).events.length, withClaim(held, mia, at).events.length]).toEqual([1, 0])
    expect(withoutClaim(held, mia, at)?.set).toEqual({ claim: null })
    expect([withoutClaim(held, noah, at), withoutClaim(open, mia, at)]).toEqual([null, null])
  })
})

function ban(): CaseChange {
  return withDecision(held, mia, { action: 'ban', reason: 'threats' }, { id: 9, at })
}

function decisionOf({ decisions }: CaseDocument, decidedBy: number) {
  const decision = decisions.at(-1)
  if (!decision) throw new Error('no decision')
  return { ...decision, decidedBy }
}

describe('decisions', () => {
  test('a decision closes the case, and has an event after its audit entry', () => {
    expect(ban().set).toMatchObject({
      status: 'closed',
      closedAt: at,
      claim: null,
      decisions: [{ id: 9, action: 'ban' }],
    })
    expect(subjects(ban())).toEqual(['audit', measureTaken.subject])
    expect(ban().events[1]?.payload).toEqual({
      userId: 7,
      decisionId: 9,
      action: 'ban',
      reason: 'threats',
      text: null,
      field: null,
      until: null,
    })
  })

  test('a dismissal has no event, a suspension ends after its days', () => {
    const dismissal = withDecision(held, mia, { action: 'dismiss', reason: 'no-violation' }, { id: 9, at })
    expect(subjects(dismissal)).toEqual(['audit'])
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
    withUndo(stored, admin, { at: time, removed: null, isReopened })

  test('it opens the case again and lifts what was decided', () => {
    expect(undo(closed).set).toMatchObject({
      status: 'open',
      closedAt: null,
      decisions: [{ id: 9, undoneAt: at, undoneBy: admin.userId }],
    })
    expect(subjects(undo(closed))).toEqual(['audit', measureLifted.subject])
    expect(undo(closed, at, false).set).not.toHaveProperty('status')
  })

  test('it is possible once, and for a day', () => {
    expect(codeOf(() => undo(apply(closed, undo(closed))))).toBe('CASE_OPEN')
    expect(codeOf(() => undo(open))).toBe('CASE_OPEN')
    expect(codeOf(() => undo(closed, new Date(at.getTime() + UNDO_MS)))).toBeNull()
    expect(codeOf(() => undo(closed, new Date(at.getTime() + UNDO_MS + 1)))).toBe('UNDO_TOO_LATE')
  })

  test('what had no event has none when it is undone', () => {
    const dismissed = apply(held, withDecision(held, mia, { action: 'dismiss', reason: 'no-violation' }, { id: 9, at }))
    expect(subjects(undo(dismissed))).toEqual(['audit'])
  })

  test('a lifted suspension is taken again', () => {
    const appeal = { caseId: 1, decision: decisionOf(closed, mia.userId), text: 'No.', createdAt: at }
    const appealCase: CaseDocument = { ...held, kind: 'appeal', reports: [], appeal }
    const lift = withDecision(appealCase, mia, { action: 'lift', reason: 'mistake' }, { id: 10, at })
    expect(lift.events[1]).toMatchObject({ subject: measureLifted.subject, payload: { decisionId: 9, action: 'ban' } })
    const again = undo(apply(appealCase, lift))
    expect(again.events[1]).toMatchObject({ subject: measureTaken.subject, payload: { decisionId: 9, action: 'ban' } })
    expect(subjects(again)).not.toContain(appealCreated.subject)
  })
})

test('the notes of a case are bounded', () => {
  const note = { id: 1, authorId: mia.userId, text: 'x', createdAt: at }
  expect(withNote(open, note).set).toEqual({ notes: [note] })
  expect(codeOf(() => withNote({ ...open, notes: Array(CASE_NOTES_MAX).fill(note) }, note))).toBe(409)
})
