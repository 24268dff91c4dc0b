import { forEachRow } from '@zing/kit/mongo/each-row'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { forEachPage } from '@zing/kit/nats/reconcile'
import { type Cohort, createCohorts, dayOf } from '@zing/proto/community/cohorts'
import { DASHBOARD_DAYS } from '@zing/proto/limits'
import { getRegistrationPage, REGISTRATIONS_WAIT_MS } from '@zing/proto/nats/rpc/auth'
import type { Ctx } from '../context.ts'
import type { Conversation } from '../models/conversation.ts'

const FIELDS = { members: 1, received: 1, firstAt: 1 } as const

export interface CountedTalks {
  cohorts: Cohort<'wrote' | 'replied'>[]
}

/** Counts all conversations, page by page and with pauses. */
export async function countTalks(ctx: Ctx, now: number): Promise<CountedTalks> {
  const wrote = new Set<number>()
  const repliedAt = new Map<number, number>()
  const read = (after: string, limit: number) => readPage(ctx, after, limit)
  await forEachRow<Counted>('', read, (conversation) => addTo({ wrote, repliedAt }, conversation))

  const cohorts = createCohorts<'wrote' | 'replied'>(dayOf(now) - DASHBOARD_DAYS)
  async function count(members: { userId: number; at: number }[]): Promise<void> {
    for (const { userId, at: createdAt } of members) {
      if (wrote.has(userId)) cohorts.count(createdAt, 'wrote')
      const at = repliedAt.get(userId)
      if (at === undefined) continue
      cohorts.count(createdAt, 'replied')
      cohorts.countHours(createdAt, at)
    }
  }
  await forEachPage(ctx.nats, getRegistrationPage, count, REGISTRATIONS_WAIT_MS)
  return { cohorts: cohorts.list() }
}

type Counted = Pick<Conversation, '_id' | keyof typeof FIELDS>

function readPage(ctx: Ctx, after: string, limit: number): Promise<Counted[]> {
  const wasWritten = { seq: { $gt: 0 } }
  return ctx.models.Conversation.find({ _id: { $gt: after }, ...ofCurrentEpoch(ctx), ...wasWritten }, FIELDS)
    .sort({ _id: 1 })
    .limit(limit)
    .lean<Counted[]>()
}

/** Messages that their receiver does not see are not in `received`. */
function addTo(
  { wrote, repliedAt }: { wrote: Set<number>; repliedAt: Map<number, number> },
  { members: [lo = 0, hi = 0], received, firstAt }: Counted,
): void {
  if (received.hi > 0) wrote.add(lo)
  if (received.lo > 0) wrote.add(hi)
  if (received.lo === 0 || received.hi === 0 || !firstAt?.lo || !firstAt.hi) return
  const at = Math.max(firstAt.lo.getTime(), firstAt.hi.getTime())
  for (const userId of [lo, hi]) repliedAt.set(userId, Math.min(at, repliedAt.get(userId) ?? at))
}
