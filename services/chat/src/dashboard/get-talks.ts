import { readResult, runThisHour } from '@zing/kit/mongo/hourly-result'
import { medianHours, sumOf, within } from '@zing/proto/community/cohorts'
import { type DashboardWindow, groupOf, type Talks } from '@zing/proto/community/dashboard'
import type { Ctx } from '../context.ts'
import { type CountedMedia, countMedia } from './count-media.ts'
import { type CountedTalks, countTalks } from './count-talks.ts'

const NAME = 'dashboard'

interface Counted extends CountedTalks {
  /** Missing in the count of an earlier version. */
  media?: CountedMedia
}

/** Counts once an hour, in one process. */
export async function countThisHour(ctx: Ctx): Promise<void> {
  const epoch = ctx.epoch.current()
  await runThisHour(ctx.models.HourlyResult, { name: NAME, epoch, work: (now) => count(ctx, now) })
}

async function count(ctx: Ctx, now: number): Promise<Counted> {
  return { ...(await countTalks(ctx, now)), media: await countMedia(ctx) }
}

export async function getTalks(ctx: Ctx, window: DashboardWindow): Promise<Talks | null> {
  const epoch = ctx.epoch.current()
  const counted = await readResult<Counted>(ctx.models.HourlyResult, { name: NAME, epoch })
  if (!counted) return null
  const { cohorts, media } = counted.value
  const registered = within(cohorts, window)
  return {
    at: counted.at.toISOString(),
    wrote: groupOf(sumOf(registered, 'wrote')),
    replied: groupOf(sumOf(registered, 'replied')),
    hoursToReply: medianHours(registered),
    ...(media && { media: { bytes: media.bytes, senders: groupOf(media.senders) } }),
  }
}
