import { BAN_RECORD_MS, EVIDENCE_KEPT_MS } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { at, open } from '../../test/cases/case-fixtures.ts'
import type { CaseDocument } from '../models/case.ts'
import type { StoredDecision } from '../models/case-parts.ts'
import { evidenceEndOf } from './evidence-end.ts'

const after = (ms: number) => new Date(at.getTime() + ms)
function closed(made: Partial<StoredDecision>): CaseDocument {
  const decision = { id: 1, action: 'warn' as const, reason: 'hate' as const, text: null, days: null, field: null }
  const times = { until: null, decidedAt: at, decidedBy: 9, undoneAt: null, undoneBy: null }
  return { ...open, status: 'closed', closedAt: at, decisions: [{ ...decision, ...times, ...made }] }
}
const ban = closed({ action: 'ban' })

test.each<[string, CaseDocument, CaseDocument[], Date | null]>([
  ['of a warning', closed({}), [], after(EVIDENCE_KEPT_MS)],
  ['of a long suspension', closed({ until: after(2 * EVIDENCE_KEPT_MS) }), [], after(2 * EVIDENCE_KEPT_MS)],
  ['of a ban', ban, [], after(BAN_RECORD_MS)],
  ['of a ban that was undone', closed({ action: 'ban', undoneAt: at }), [], after(EVIDENCE_KEPT_MS)],
  ['of a ban that was lifted', ban, [closed({ action: 'lift' })], after(EVIDENCE_KEPT_MS)],
  ['of a ban that was upheld', ban, [closed({ action: 'uphold' })], after(BAN_RECORD_MS)],
  ['of an open case', open, [], null],
  ['while an appeal is open', ban, [{ ...open, kind: 'appeal' }], null],
])('the end of evidence %s is known', (_what, reported, appeals, end) => {
  expect(evidenceEndOf(reported, appeals)).toEqual(end)
})
