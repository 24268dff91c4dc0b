import { readResult, runThisHour } from '@zing/kit/mongo/hourly-result'
import { medianHours, sumOf, within } from '@zing/proto/community/cohorts'
import { type DashboardWindow, groupOf, type Talks } from '@zing/proto/community/dashboard'
import type { Ctx } from '../context.ts'
import { type CountedTalks, countTalks } from './count-talks.ts'

const NAME = 'dashboard'

/** Counts once an hour, in one process. */
export async function countThisHour(ctx: Ctx, now = Date.now()): Promise<void> {
  const epoch = ctx.epoch.current()
  await runThisHour(ctx.models.HourlyResult, { name: NAME, epoch, now, work: () => countTalks(ctx, now) })
}

export async function getTalks(ctx: Ctx, window: DashboardWindow): Promise<Talks | null> {
  const epoch = ctx.epoch.current()
  const counted = await readResult<CountedTalks>(ctx.models.HourlyResult, { name: NAME, epoch })
  if (!counted) return null
  const registered = within(counted.value.cohorts, window)
  return {
    at: counted.at.toISOString(),
    wrote: groupOf(sumOf(registered, 'wrote')),
    replied: groupOf(sumOf(registered, 'replied')),
    hoursToReply: medianHours(registered),
  }
}
