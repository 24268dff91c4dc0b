import { z } from 'zod/mini'
import { isoTime } from '../../fields.ts'
import { BanSign } from '../../moderation/cases.ts'
import { CaseCategory } from '../../moderation/categories.ts'
import { DecisionAction, DecisionReason, ProfileText } from '../../moderation/decisions.ts'
import { sanctionImposed, sanctionLifted } from '../events.ts'
import { rpc } from './contract.ts'
import { exportRequest, pageOf, pageRequest } from './pages.ts'

const userId = z.int()

/** Shows moderators an account that resembles a banned one. Idempotent by `matchId`. False for a deleted account. */
export const reportBanMatch = rpc(
  'rpc.admin.ban-match',
  ['auth'],
  z.object({
    matchId: z.string(),
    userId,
    sign: BanSign,
    bannedUserId: userId,
    /** The decision that imposed the ban. */
    decisionId: z.int(),
    epoch: z.int(),
  }),
  z.object({ isStored: z.boolean() }),
)

/**
 * Shows moderators a photo that may be explicit. Idempotent by user and version. False for a deleted account, or for a photo that
 * it no longer shows. 409 while the case about the user has FLAGGED_PHOTOS_MAX photos.
 */
export const reportPhoto = rpc(
  'rpc.admin.report-photo',
  ['auth'],
  z.object({ userId, photoVersion: z.int(), nakedness: z.number(), epoch: z.int() }),
  z.object({ isStored: z.boolean() }),
)

/**
 * Changes the settings as a new community's keeper wishes. `refusal` says what is wrong with a wish. `termsVersion` is the
 * version of the rules that the keeper has chosen; 0 without rules.
 */
export const applySetup = rpc(
  'rpc.admin.set-up',
  ['auth'],
  z.object({ changes: z.record(z.string(), z.unknown()) }),
  z.object({ refusal: z.nullable(z.string()), termsVersion: z.int() }),
)

/** A report by the user. Reporters do not learn its outcome. */
const ExportedReport = z.object({
  id: z.int(),
  userId,
  category: CaseCategory,
  text: z.nullable(z.string()),
  createdAt: isoTime,
})
export type ExportedReport = z.infer<typeof ExportedReport>
export const getExportedReports = rpc('rpc.admin.export-reports', ['auth'], exportRequest, pageOf(ExportedReport))

/** A decision about the user, except dismissals. It does not name the moderator. */
const ExportedDecision = z.object({
  id: z.int(),
  action: DecisionAction,
  reason: DecisionReason,
  /** Words for the user. */
  text: z.nullable(z.string()),
  field: z.nullable(ProfileText),
  decidedAt: isoTime,
  /** End of a suspension. */
  until: z.nullable(isoTime),
  undoneAt: z.nullable(isoTime),
})
export type ExportedDecision = z.infer<typeof ExportedDecision>
export const getExportedDecisions = rpc('rpc.admin.export-decisions', ['auth'], exportRequest, pageOf(ExportedDecision))

const ExportedAppeal = z.object({
  id: z.int(),
  /** The appealed decision. */
  decisionId: z.int(),
  text: z.string(),
  createdAt: isoTime,
  status: z.enum(['open', 'lifted', 'refused']),
  /** Words of the moderator who decided it. */
  answer: z.nullable(z.string()),
  decidedAt: z.nullable(isoTime),
})
export type ExportedAppeal = z.infer<typeof ExportedAppeal>
export const getExportedAppeals = rpc('rpc.admin.export-appeals', ['auth'], exportRequest, pageOf(ExportedAppeal))

/** The time of the event, and the reset generation of the case. */
const repeated = { at: isoTime, epoch: z.int() }
const ModerationItem = z.discriminatedUnion('type', [
  /** The last `caseOpened` or `caseClosed` of a case of reports. A case that does not lower limits is not open. */
  z.object({
    type: z.literal('case'),
    userId,
    caseId: z.int(),
    rev: z.int(),
    isOpen: z.boolean(),
    /** See `caseClosed`. */
    clearedPhotos: z.exactOptional(z.array(z.int())),
    epoch: z.int(),
  }),
  z.extend(sanctionImposed.payload, { type: z.literal('imposed'), ...repeated }),
  z.extend(sanctionLifted.payload, { type: z.literal('lifted'), ...repeated }),
  /** The last `appealCreated`. */
  z.object({ type: z.literal('appealed'), userId, decisionId: z.int(), ...repeated }),
])
export type ModerationItem = z.infer<typeof ModerationItem>
/**
 * Repeats the last events about cases and decisions, for services that may have missed them. Ordered by case. A
 * suspension or ban is included until its end, even if it was lifted. Other decisions are included for 7 days after
 * their last event.
 */
export const getModerationPage = rpc('rpc.admin.moderation', ['auth', 'social'], pageRequest, pageOf(ModerationItem))
