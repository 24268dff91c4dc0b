import { KEEP_MS } from '@zing/kit/nats/streams/event-stream'
import type { ModerationItem } from '@zing/proto/nats/rpc/admin'
import type { Ctx } from '../context.ts'
import type { CaseDocument } from '../models/case.ts'
import type { StoredDecision } from '../models/case-parts.ts'
import { currentEpoch } from '../reset/current-epoch.ts'
import { appealsOf } from './reports/reported-case.ts'
import { clearedPhotosOf } from './rules/case-change.ts'
import { imposedSanctionOf, sanctionOf } from './rules/decision-events.ts'
import { timesOfCase, timesOfDecision } from './rules/decision-time.ts'
import { limitsUser } from './rules/report-priority.ts'

/** This many cases fit a NATS message, even with the longest texts and answers to appeals. */
const CASES_PER_PAGE = 50

type Now<Type extends ModerationItem['type']> = Omit<Extract<ModerationItem, { type: Type }>, 'epoch'>

/** A page of the reported cases, by id, with the current state of their decisions. */
export async function getModerationPage(
  ctx: Ctx,
  after: string,
): Promise<{ items: ModerationItem[]; next: string | null }> {
  const epoch = { $gte: await currentEpoch(ctx) }
  const cases = await ctx.models.Case.find({ _id: { $gt: Number(after) }, kind: 'report', epoch }, { outbox: 0 })
    .sort({ _id: 1 })
    .limit(CASES_PER_PAGE)
    .lean<CaseDocument[]>()
  const appeals = await appealsOf(
    ctx,
    cases.map(({ _id }) => _id),
  )
  const now = new Date()
  const last = cases.length === CASES_PER_PAGE ? cases.at(-1) : undefined
  return { items: cases.flatMap((stored) => itemsOf(stored, appeals, now)), next: last ? String(last._id) : null }
}

/** The last state that the events of a case and its decisions announced, with the times of these events. */
export function itemsOf(stored: CaseDocument, appeals: CaseDocument[], now: Date): ModerationItem[] {
  const { _id: caseId, userId, status, rev, epoch, decisions, reports } = stored
  const isOpen = status === 'open' && limitsUser(reports)
  const ofDecisions = decisions.flatMap((decision) => {
    const appeal = appeals.find((one) => one.appeal?.decision.id === decision.id)
    return isRepeated(decision, appeal, now) ? sanctionsOf(stored, decision, appeal) : []
  })
  const cleared = status === 'closed' && clearedPhotosOf(stored)
  return [{ type: 'case' as const, userId, caseId, rev, isOpen, ...cleared }, ...ofDecisions].map((item) => ({
    ...item,
    epoch,
  }))
}

/** A suspension or ban is repeated while it would hold, any other decision while its event may still arrive. */
function isRepeated(decision: StoredDecision, appeal: CaseDocument | undefined, now: Date): boolean {
  const { action, until } = decision
  if (action === 'dismiss') return false
  const times = [...timesOfDecision(decision), ...(appeal ? timesOfCase(appeal) : [])]
  if (times.some((time) => now.getTime() - time.getTime() < KEEP_MS)) return true
  return action === 'ban' || (action === 'suspend' && (until === null || until > now))
}

function sanctionsOf(
  reported: CaseDocument,
  decision: StoredDecision,
  appeal: CaseDocument | undefined,
): (Now<'imposed'> | Now<'lifted'> | Now<'appealed'>)[] {
  const { userId } = reported
  const answers = appeal?.decisions ?? []
  const answer = answers.find(({ undoneAt }) => !undoneAt)
  const undone = answers.filter(({ undoneAt }) => undoneAt)
  const lift = answer?.action === 'lift' ? answer : undefined
  if (decision.undoneAt || lift) {
    const at = latest(decision.undoneAt, lift?.decidedAt)
    return [{ type: 'lifted', ...sanctionOf(userId, decision), at }]
  }

  const imposedAgain = undone.filter(({ action }) => action === 'lift').map(({ undoneAt }) => undoneAt)
  const imposed = imposedOf(reported, decision, latest(decision.decidedAt, ...imposedAgain))
  if (!appeal) return [imposed]
  const at = latest(appeal.openedAt, ...undone.map(({ undoneAt }) => undoneAt))
  const appealed: Now<'appealed'> = { type: 'appealed', userId, decisionId: decision.id, at }
  if (!answer) return [imposed, appealed]
  const upheld = { ...imposedOf(reported, answer, answer.decidedAt.toISOString()), appealedId: decision.id }
  return [imposed, appealed, upheld]
}

function imposedOf(reported: CaseDocument, decision: StoredDecision, at: string): Now<'imposed'> {
  return { type: 'imposed', ...imposedSanctionOf(reported, decision), at }
}

function latest(...times: (Date | null | undefined)[]): string {
  return new Date(Math.max(...times.map((time) => time?.getTime() ?? 0))).toISOString()
}
