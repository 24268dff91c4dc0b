import { readResult, runThisHour } from '@zing/kit/mongo/hourly-result'
import { medianHours, sumOf, within } from '@zing/proto/community/cohorts'
import { type DashboardWindow, groupOf, type Meetings } from '@zing/proto/community/dashboard'
import { GROUP_MIN } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { type CountedMeetings, countMeetings, type MeetingStage } from './count-meetings.ts'

const NAME = 'dashboard'

/** Counts once an hour, in one process. */
export async function countThisHour(ctx: Ctx): Promise<void> {
  const epoch = ctx.epoch.current()
  await runThisHour(ctx.models.HourlyResult, { name: NAME, epoch, work: (now) => countMeetings(ctx, now) })
}

export async function getMeetings(ctx: Ctx, window: DashboardWindow): Promise<Meetings | null> {
  const epoch = ctx.epoch.current()
  const counted = await readResult<CountedMeetings>(ctx.models.HourlyResult, { name: NAME, epoch })
  return counted && toMeetings(counted.value, window, counted.at)
}

function toMeetings({ cohorts, active, balance, emptyFeed }: CountedMeetings, window: DashboardWindow, at: Date) {
  const registered = within(cohorts, window)
  const group = (stage: MeetingStage) => groupOf(sumOf(registered, stage))
  return {
    at: at.toISOString(),
    liked: group('hasLiked'),
    matched: group('matched'),
    hoursToMatch: medianHours(registered),
    after7Days: { members: group('old7'), stayed: group('stayed7') },
    after28Days: { members: group('old28'), stayed: group('stayed28') },
    active: groupOf(active),
    emptyFeed: emptyFeed.asked < GROUP_MIN ? null : { asked: emptyFeed.asked, empty: groupOf(emptyFeed.empty) },
    balance: balance.map(({ here, seekers, ...one }) => ({
      ...one,
      members: groupOf(here),
      seekers: groupOf(seekers),
    })),
  }
}
