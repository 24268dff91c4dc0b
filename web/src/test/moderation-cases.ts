import type { CaseReport, CaseSummary, ModerationCase } from '@zing/proto/moderation/cases'
import type { Decision } from '@zing/proto/moderation/decisions'
import type { ShownEvidenceMessage } from '@zing/proto/moderation/evidence'

const OPENED_AT = '2026-01-02T10:00:00.000Z'
/** Later than any clock of a test. */
export const FAR_AWAY = '2999-01-01T00:00:00.000Z'

export const ben = { id: 2, name: 'Ben', username: 'ben' }
export const uma = { id: 3, name: 'Uma', username: 'uma' }
export const mia = { id: 9, name: 'Mia', username: 'mia' }

export function caseSummary(id: number, more: Partial<CaseSummary> = {}): CaseSummary {
  return {
    id,
    kind: 'report',
    status: 'open',
    severity: 'medium',
    user: ben,
    categories: ['harassment'],
    reportCount: 1,
    openedAt: OPENED_AT,
    dueAt: FAR_AWAY,
    closedAt: null,
    claim: null,
    record: null,
    ...more,
  }
}

export function evidenceMessage(
  id: number,
  content: string,
  more: Partial<ShownEvidenceMessage> = {},
): ShownEvidenceMessage {
  return { id, seq: id, senderId: ben.id, content, createdAt: OPENED_AT, isMarked: false, ...more }
}

export function caseReport(id: number, more: Partial<CaseReport> = {}): CaseReport {
  return {
    id,
    reporter: uma,
    record: { reports: 3, upheld: 2, dismissed: 1, false: 0 },
    category: 'harassment',
    text: 'He went on and on',
    createdAt: OPENED_AT,
    evidence: {
      takenAt: OPENED_AT,
      profile: {
        name: 'Ben then',
        age: 28,
        gender: 'male',
        orientation: 'straight',
        username: 'ben',
        createdAt: OPENED_AT,
        bio: null,
        prompts: [],
        interests: [],
        lookingFor: null,
      },
      photo: '/api/moderation/cases/7/photos/1',
      photos: [],
      messages: [],
      hash: 'a'.repeat(64),
    },
    ...more,
  }
}

export function moderationCase(id: number, more: Partial<ModerationCase> = {}): ModerationCase {
  return {
    ...caseSummary(id),
    reports: [caseReport(1)],
    decisions: [],
    appeal: null,
    notes: [],
    history: [],
    refusal: null,
    canUndo: false,
    ...more,
  }
}

export function decision(more: Partial<Decision> = {}): Decision {
  return {
    id: 1,
    action: 'suspend',
    reason: 'harassment',
    text: 'Please stop',
    days: 7,
    field: null,
    until: FAR_AWAY,
    decidedAt: OPENED_AT,
    decidedBy: mia,
    undoneAt: null,
    undoneBy: null,
    ...more,
  }
}
