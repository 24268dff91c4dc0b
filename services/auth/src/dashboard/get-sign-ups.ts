import { readResult, runThisHour } from '@zing/kit/mongo/hourly-result'
import { dayName, dayOf, sumOf, within } from '@zing/proto/community/cohorts'
import { type DashboardWindow, groupOf, type SignUps } from '@zing/proto/community/dashboard'
import { GROUP_MIN } from '@zing/proto/limits'
import type { getSignUps as contract } from '@zing/proto/nats/rpc/auth'
import type { RpcResult } from '@zing/proto/nats/rpc/contract'
import type { Ctx } from '../context.ts'
import { type CountedSignUps, countSignUps, USUAL_DAYS } from './count-sign-ups.ts'
import { widenWindow } from './widen-window.ts'

const NAME = 'dashboard'

/** Counts once an hour, in one process. */
export async function countThisHour(ctx: Ctx): Promise<void> {
  const epoch = ctx.epoch.current()
  await runThisHour(ctx.models.HourlyResult, { name: NAME, epoch, work: (now) => countSignUps(ctx, now) })
}

/** The numbers of the window, which may be widened. */
export async function getSignUps(ctx: Ctx, asked: DashboardWindow): Promise<RpcResult<typeof contract>> {
  const epoch = ctx.epoch.current()
  const counted = await readResult<CountedSignUps>(ctx.models.HourlyResult, { name: NAME, epoch })
  if (!counted) return null
  const window = widenWindow(asked, counted.value.cohorts)
  return { ...toSignUps(counted.value, window, counted.at), window }
}

function toSignUps({ cohorts, sources, lastHour, usualHours }: CountedSignUps, window: DashboardWindow, at: Date) {
  const registered = within(cohorts, window)
  return {
    at: at.toISOString(),
    members: groupOf(sumOf(registered, 'joined')),
    byDay: daysOf(window).map((day) => ({
      day: dayName(day),
      members: groupOf(
        sumOf(
          registered.filter((one) => one.day === day),
          'joined',
        ),
      ),
    })),
    ...toSources(within(sources, window)),
    withPhoto: groupOf(sumOf(registered, 'withPhoto')),
    lastHour: groupOf(lastHour),
    usualHour: usualHours < GROUP_MIN ? null : Math.round((usualHours / USUAL_DAYS) * 10) / 10,
  }
}

/** Labels with fewer members than GROUP_MIN count together. */
export function toSources(counted: CountedSignUps['sources']): Pick<SignUps, 'sources' | 'otherSources'> {
  const byLabel = new Map<string | null, number>()
  for (const { label, joined } of counted) byLabel.set(label, (byLabel.get(label) ?? 0) + joined)
  const all = [...byLabel].map(([label, members]) => ({ label, members }))
  const others = all.filter(({ members }) => members < GROUP_MIN)
  return {
    sources: all.filter(({ members }) => members >= GROUP_MIN).sort((one, other) => other.members - one.members),
    otherSources: groupOf(others.reduce((sum, { members }) => sum + members, 0)),
  }
}

function daysOf({ from, to }: DashboardWindow): number[] {
  const [first, last] = [dayOf(Date.parse(from)), dayOf(Date.parse(to))]
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}
