import { forEachRow } from '@zing/kit/mongo/each-row'
import { DAY_MS, dayOf } from '@zing/proto/community/cohorts'
import { DASHBOARD_DAYS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import type { CaseDocument } from '../models/case.ts'
import { currentEpoch } from '../reset/current-epoch.ts'

/** A moderator is active this long after the last claim, decision or note. */
const ACTIVE_MS = 7 * DAY_MS
const FIELDS = {
  status: 1,
  openedAt: 1,
  'reports.createdAt': 1,
  'decisions.decidedAt': 1,
  'decisions.decidedBy': 1,
  'notes.createdAt': 1,
  'notes.authorId': 1,
  'claim.since': 1,
  'claim.userId': 1,
} as const

type Counted = Pick<CaseDocument, '_id' | 'status' | 'openedAt' | 'reports' | 'decisions' | 'notes' | 'claim'>

export interface CountedWorkload {
  /** Grouped by the day of the report, in days since 1970. */
  reports: { day: number; count: number }[]
  openCases: number
  oldestOpenedAt: Date | null
  activeModerators: number
}

/** Counts all cases, page by page and with pauses. */
export async function countWorkload(ctx: Pick<Ctx, 'models'>, now: number): Promise<CountedWorkload> {
  const epoch = { $gte: await currentEpoch(ctx) }
  const counting = startCounting(now)
  const read = (after: number, limit: number) =>
    ctx.models.Case.find({ _id: { $gt: after }, epoch }, FIELDS)
      .sort({ _id: 1 })
      .limit(limit)
      .lean<Counted[]>()
  await forEachRow<Counted>(0, read, counting.add)
  return counting.result()
}

function startCounting(now: number) {
  const since = dayOf(now) - DASHBOARD_DAYS
  const reports = new Map<number, number>()
  const moderators = new Set<number>()
  let openCases = 0
  let oldestOpenedAt: Date | null = null

  return {
    add({ status, openedAt, reports: made, decisions, notes, claim }: Counted): void {
      for (const { createdAt } of made) {
        const day = dayOf(createdAt.getTime())
        if (day >= since) reports.set(day, (reports.get(day) ?? 0) + 1)
      }
      for (const { userId, at } of actsOf({ decisions, notes, claim }))
        if (now - at.getTime() < ACTIVE_MS) moderators.add(userId)
      if (status !== 'open') return
      openCases += 1
      if (!oldestOpenedAt || openedAt < oldestOpenedAt) oldestOpenedAt = openedAt
    },
    result: (): CountedWorkload => ({
      reports: [...reports].map(([day, count]) => ({ day, count })),
      openCases,
      oldestOpenedAt,
      activeModerators: moderators.size,
    }),
  }
}

function actsOf({ decisions, notes, claim }: Pick<Counted, 'decisions' | 'notes' | 'claim'>) {
  return [
    ...decisions.map(({ decidedBy, decidedAt }) => ({ userId: decidedBy, at: decidedAt })),
    ...notes.map(({ authorId, createdAt }) => ({ userId: authorId, at: createdAt })),
    ...(claim ? [{ userId: claim.userId, at: claim.since }] : []),
  ]
}
