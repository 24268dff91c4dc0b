import { z } from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { freeText, pathId, positiveId, queryCount, VOICE_MEDIA } from '../../fields.ts'
import {
  CASES_PAGE_MAX,
  DECISION_REPORTS_MAX,
  DECISION_TEXT_MAX,
  HELD_MESSAGES_MAX,
  HELD_SENDERS_PAGE_MAX,
  NOTE_TEXT_MAX,
  SUSPEND_DAYS_MAX,
} from '../../limits.ts'
import { AuditEntry } from '../../moderation/audit-log.ts'
import { CaseNote, CaseSummary, Claim, ModerationCase } from '../../moderation/cases.ts'
import { ReportCategory } from '../../moderation/categories.ts'
import {
  Decision,
  DecisionAction,
  DecisionReason,
  DismissalReason,
  fitsAction,
  ProfileText,
} from '../../moderation/decisions.ts'
import { HeldAction, HeldSender } from '../../moderation/held-messages.ts'
import * as limits from '../../rate-limits.ts'

const CHOOSE_DAYS = `Choose 1 to ${SUSPEND_DAYS_MAX} days`

const caseId = z.object({ id: pathId('Invalid case ID') })
const page = {
  limit: z.optional(queryCount(CASES_PAGE_MAX, 'Invalid limit')),
  /** Opaque; from the Link header of the previous page. */
  cursor: z.optional(z.string('Invalid cursor').check(z.maxLength(64, 'Invalid cursor'))),
}

/**
 * Lists cases: the open ones by `dueAt`, earliest first, or the closed ones, newest first. `Link: <…>; rel="next"`
 * names the next page. All calls below /api/moderation give users without the role a 403.
 */
export const listCases = endpoint({
  method: 'GET',
  path: '/api/moderation/cases',
  role: 'moderator',
  query: z.object({ status: z.optional(z.enum(['open', 'closed'], 'Invalid status')), ...page }),
  response: z.array(CaseSummary),
  headers: ['Link'],
})

/** Returns a case with its evidence. The audit log records each viewer once in ten minutes. */
export const getCase = endpoint({
  method: 'GET',
  path: '/api/moderation/cases/{id}',
  role: 'moderator',
  limits: [limits.viewedCases],
  params: caseId,
  response: ModerationCase,
  errorResponses: [404],
})

/** Returns a photo of a report's evidence as JPEG: the selfie, or the photo with the id `photo`. */
export const getEvidencePhoto = endpoint({
  method: 'GET',
  path: '/api/moderation/cases/{id}/photos/{reportId}',
  role: 'moderator',
  status: 200,
  limits: [limits.viewedCases],
  params: z.object({ id: pathId('Invalid case ID'), reportId: pathId('Invalid report ID') }),
  query: z.object({ photo: z.optional(pathId('Invalid photo ID')) }),
  media: ['image/jpeg'],
  errorResponses: [404],
})

/** Returns the photo or recording of a marked message, as it was when the message was reported. Parts by `Range`. */
export const getEvidenceMedia = endpoint({
  method: 'GET',
  path: '/api/moderation/cases/{id}/media/{mediaId}',
  role: 'moderator',
  status: 200,
  limits: [limits.viewedCases],
  params: z.object({ id: pathId('Invalid case ID'), mediaId: pathId('Invalid media ID') }),
  media: ['image/jpeg', ...VOICE_MEDIA],
  headers: ['Content-Range'],
  errorResponses: [404, 416],
})

/**
 * Takes a case for CASE_LEASE_MS. Another call of the same moderator renews the claim, until CASE_CLAIM_MAX_MS after
 * the first call. 409 with the code `CASE_CLAIMED` while another moderator has it, `CASE_CLOSED` once it is decided.
 * 409 with `CLAIM_SPENT` for CASE_LEASE_MS after the end of a claim that can no longer be renewed. 403 with
 * `CASE_REFUSED` for a case that this moderator may not decide.
 */
export const claimCase = endpoint({
  method: 'POST',
  path: '/api/moderation/cases/{id}/claim',
  role: 'moderator',
  params: caseId,
  response: Claim,
  errorResponses: [404, 409],
})

/** Gives a case back. Idempotent. An admin can also end another moderator's claim. */
export const releaseCase = endpoint({
  method: 'DELETE',
  path: '/api/moderation/cases/{id}/claim',
  role: 'moderator',
  params: caseId,
  errorResponses: [404],
})

/** Adds a note that moderators see, and no other user. */
export const addCaseNote = endpoint({
  method: 'POST',
  path: '/api/moderation/cases/{id}/notes',
  role: 'moderator',
  status: 201,
  params: caseId,
  body: z.object({ text: freeText(NOTE_TEXT_MAX) }),
  response: CaseNote,
  errorResponses: [404],
})

/**
 * Decides a case that the caller has claimed, and closes it. `text` is for the user. 409 with the code `CLAIM_LOST`
 * without a current claim, `CASE_CLOSED` for a decided case. 409 with `CASE_CHANGED` if the caller has not seen a
 * report. 403 with `CASE_REFUSED` as for `claimCase`.
 */
export const decideCase = endpoint({
  method: 'POST',
  path: '/api/moderation/cases/{id}/decisions',
  role: 'moderator',
  status: 201,
  params: caseId,
  body: z
    .object({
      action: DecisionAction,
      reason: DecisionReason,
      text: z.exactOptional(freeText(DECISION_TEXT_MAX)),
      days: z.exactOptional(
        z.int(CHOOSE_DAYS).check(z.minimum(1, CHOOSE_DAYS), z.maximum(SUSPEND_DAYS_MAX, CHOOSE_DAYS)),
      ),
      field: z.exactOptional(ProfileText),
      /** The photo to remove; absent: the selfie. */
      photoId: z.exactOptional(pathId('Invalid photo ID')),
      /**
       * The reports that the caller has seen, or the newest DECISION_REPORTS_MAX of them. Absent: the reports in the
       * case when the caller claimed it or renewed the claim.
       */
      reportIds: z.exactOptional(
        z
          .array(positiveId('Invalid report ID'), 'Invalid report IDs')
          .check(z.maxLength(DECISION_REPORTS_MAX, 'Too many reports')),
      ),
    })
    .check(
      z.refine(({ action, days }) => (action === 'suspend') === (days !== undefined), CHOOSE_DAYS),
      z.refine(
        ({ action, field }) => (action === 'remove-text') === (field !== undefined),
        'Choose the text to remove',
      ),
      z.refine(
        ({ action, photoId }) => action === 'remove-photo' || photoId === undefined,
        'Only remove-photo names a photo',
      ),
      z.refine(({ action, reason }) => fitsAction(action, reason), "This reason doesn't fit the action"),
    ),
  response: Decision,
  errorResponses: [404, 409],
})

/**
 * Undoes the last decision of a case within DECISION_UNDO_MS. A suspension or ban ends. A removed text or photo comes
 * back unless the user has set another one. The case is open again, unless a newer case about the same user is open.
 * 409 with the code `UNDO_TOO_LATE`, or `CASE_OPEN` if there is nothing to undo. 409 with `APPEAL_DECIDED` once an
 * appeal against the decision is closed.
 */
export const undoDecision = endpoint({
  method: 'POST',
  path: '/api/moderation/cases/{id}/undo',
  role: 'admin',
  params: caseId,
  response: Decision,
  errorResponses: [404, 409],
})

/**
 * Dismisses the open cases that only this user has reported, for users who report to harm others. A call dismisses the
 * first DISMISSALS_MAX by `dueAt`. Cases stay if another moderator holds them, if the caller may not decide them, or if
 * they change meanwhile. Each dismissal has its own write and audit entry. Callers can repeat the call safely, and do
 * so while `hasMore`. 403 with `CASE_REFUSED` for a user who is related to the caller.
 */
export const dismissReports = endpoint({
  method: 'POST',
  path: '/api/moderation/reporters/{userId}/dismissals',
  role: 'moderator',
  params: z.object({ userId: pathId('Invalid user ID') }),
  body: z.object({ reason: z._default(DismissalReason, 'false-report') }),
  response: z.object({ caseIds: z.array(z.int()), hasMore: z.boolean() }),
})

/**
 * Lists the audit log, newest entry first. `Link: <…>; rel="next"` names the next page. It omits entries about the
 * caller while their case is open, and all entries about the caller's held messages.
 */
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/moderation/audit',
  role: 'admin',
  query: z.object(page),
  response: z.array(AuditEntry),
  headers: ['Link'],
})

/**
 * Lists the senders of held messages by their oldest one. It omits the caller and users who have written to the caller.
 * A page may therefore be short or empty before the last. `Link: <…>; rel="next"` names the next page. The audit log
 * records each viewer of messages once in ten minutes.
 */
export const listHeld = endpoint({
  method: 'GET',
  path: '/api/moderation/held',
  role: 'moderator',
  limits: [limits.viewedCases],
  query: z.object({ ...page, limit: z.optional(queryCount(HELD_SENDERS_PAGE_MAX, 'Invalid limit')) }),
  response: z.array(HeldSender),
  headers: ['Link'],
})

/**
 * Releases or rejects held messages of one sender. The messages to one receiver are decided together, if `messageIds`
 * has all of them. 409 with the code `HELD_CHANGED` if that decides none, because the sender has added some. The same
 * 409 while another moderator decides about messages of this sender. A rejection reports the sender for `category`. 404
 * if none of the messages is held any more. 403 with `CASE_REFUSED`, as for `claimCase`, for a sender who has written
 * to the caller or is related to them. The same 403 for a sender with a role, whose messages only an admin decides.
 */
export const decideHeld = endpoint({
  method: 'POST',
  path: '/api/moderation/held/{userId}/decisions',
  role: 'moderator',
  params: z.object({ userId: pathId('Invalid user ID') }),
  body: z
    .object({
      action: HeldAction,
      messageIds: z
        .array(positiveId('Invalid message ID'), 'Invalid message IDs')
        .check(z.minLength(1, 'Choose a message'), z.maxLength(HELD_MESSAGES_MAX, 'Too many messages')),
      category: z.exactOptional(ReportCategory),
    })
    .check(
      z.refine(({ action, category }) => (action === 'reject') === (category !== undefined), 'Please choose a reason'),
    ),
  /** `messageIds`: the decided messages; `caseId`: the case of a rejection. */
  response: z.object({ messageIds: z.array(z.int()), caseId: z.nullable(z.int()) }),
  errorResponses: [404, 409],
})
