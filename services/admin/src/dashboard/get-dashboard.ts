import { readResult, runThisHour } from '@zing/kit/mongo/hourly-result'
import { request } from '@zing/kit/nats/rpc'
import { dayName, dayOf, within } from '@zing/proto/community/cohorts'
import { type Dashboard, type DashboardWindow, SignUps, type Workload } from '@zing/proto/community/dashboard'
import { AppError } from '@zing/proto/errors'
import { DASHBOARD_DAYS, WINDOW_DAYS } from '@zing/proto/limits'
import { getSignUps } from '@zing/proto/nats/rpc/auth'
import { getTalks } from '@zing/proto/nats/rpc/chat'
import { getMeetings } from '@zing/proto/nats/rpc/social'
import type { Ctx } from '../context.ts'
import { NEWEST_BACKUP_ID } from '../models/backup.ts'
import { currentEpoch } from '../reset/current-epoch.ts'
import { type CountedWorkload, countWorkload } from './count-workload.ts'

const NAME = 'dashboard'
const HOUR_MS = 60 * 60 * 1_000

/** Counts once an hour, in one process. */
export async function countThisHour(ctx: Pick<Ctx, 'models'>): Promise<void> {
  const epoch = await currentEpoch(ctx)
  await runThisHour(ctx.models.HourlyResult, { name: NAME, epoch, work: (now) => countWorkload(ctx, now) })
}

type AskedWindow = { [Key in keyof DashboardWindow]?: string | undefined }

/**
 * Asks each owner for its part: auth first, which knows the windows that tell of no small group. Without it the other
 * numbers of members are hidden too.
 */
export async function getDashboard(ctx: Ctx, asked: AskedWindow): Promise<Dashboard> {
  const wished = windowOf(asked, dayOf(Date.now()))
  const counted = await orNull(ctx, request(ctx.nats, getSignUps, wished))
  const { window = wished, ...signUps } = counted ?? {}
  const [meetings, talks, workload, backup] = await Promise.all([
    counted && orNull(ctx, request(ctx.nats, getMeetings, window)),
    counted && orNull(ctx, request(ctx.nats, getTalks, window)),
    getWorkload(ctx, window),
    ctx.models.Backup.findById(NEWEST_BACKUP_ID).lean(),
  ])
  return {
    ...window,
    signUps: counted && SignUps.parse(signUps),
    meetings,
    talks,
    workload,
    backup: backup && { at: backup.at.toISOString() },
  }
}

/** At most the last DASHBOARD_DAYS, without `from` the last WINDOW_DAYS before `to`. */
export function windowOf({ from, to }: AskedWindow, today: number): DashboardWindow {
  const last = to === undefined ? today : dayOf(Date.parse(to))
  const first = from === undefined ? last - WINDOW_DAYS + 1 : dayOf(Date.parse(from))
  return { from: dayName(Math.max(first, last - DASHBOARD_DAYS + 1)), to: dayName(Math.max(first, last)) }
}

/** The dashboard shows the other parts while a service is away. */
async function orNull<T>(ctx: Ctx, part: Promise<T>): Promise<T | null> {
  try {
    return await part
  } catch (err) {
    if (!(err instanceof AppError)) throw err
    ctx.log.warn({ err }, 'a part of the dashboard is missing')
    return null
  }
}

async function getWorkload(ctx: Ctx, window: DashboardWindow): Promise<Workload | null> {
  const epoch = await currentEpoch(ctx)
  const counted = await readResult<CountedWorkload>(ctx.models.HourlyResult, { name: NAME, epoch })
  if (!counted) return null
  const { reports, openCases, oldestOpenedAt, activeModerators } = counted.value
  return {
    at: counted.at.toISOString(),
    reports: within(reports, window).reduce((sum, { count }) => sum + count, 0),
    openCases,
    oldestCaseHours: oldestOpenedAt && Math.floor((Date.now() - oldestOpenedAt.getTime()) / HOUR_MS),
    activeModerators,
  }
}
