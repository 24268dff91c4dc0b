import { forEachRow } from '@zing/kit/mongo/each-row'
import { type Cohort, createCohorts, DAY_MS, dayOf } from '@zing/proto/community/cohorts'
import { DASHBOARD_DAYS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { type Account, isMember, readAccounts } from './members.ts'

const HOUR_MS = 60 * 60 * 1_000
/** The usual number of registrations in an hour is the mean of this many days. */
export const USUAL_DAYS = 28

/** Its fields have names that the search for traces of a user does not take for lists of users. */
export interface CountedSignUps {
  cohorts: Cohort<'joined' | 'withPhoto'>[]
  /** Members by day of registration and label; null: without an invitation. */
  sources: { day: number; label: string | null; joined: number }[]
  /** Registrations in the hour that ended last, and in this hour of all USUAL_DAYS before together. */
  lastHour: number
  usualHours: number
}

/** Counts all accounts, page by page and with pauses. */
export async function countSignUps(ctx: Ctx, now: number): Promise<CountedSignUps> {
  const counting = startCounting(now)
  await forEachRow<Account>(0, (after, limit) => readAccounts(ctx, after, limit), counting.add)
  return counting.result()
}

function startCounting(now: number) {
  const since = dayOf(now) - DASHBOARD_DAYS
  const cohorts = createCohorts<'joined' | 'withPhoto'>(since)
  const sources = new Map<string, CountedSignUps['sources'][number]>()
  const hourEnd = now - (now % HOUR_MS)
  let [lastHour, usualHours] = [0, 0]

  function addToHour(createdAt: number): void {
    const days = Math.floor((hourEnd - createdAt - 1) / DAY_MS)
    const isSameHour = (hourEnd - createdAt - 1) % DAY_MS < HOUR_MS && createdAt < hourEnd
    if (isSameHour && days === 0) lastHour += 1
    else if (isSameHour && days <= USUAL_DAYS) usualHours += 1
  }

  return {
    add(account: Account) {
      const createdAt = account.createdAt.getTime()
      addToHour(createdAt)
      const day = dayOf(createdAt)
      if (!isMember(account) || day < since) return
      cohorts.count(createdAt, 'joined')
      if (account.selfieVersion > 0 || account.photos?.length) cohorts.count(createdAt, 'withPhoto')
      const label = account.invitation?.label ?? null
      const key = JSON.stringify([day, label])
      sources.set(key, { day, label, joined: (sources.get(key)?.joined ?? 0) + 1 })
    },
    result: (): CountedSignUps => ({ cohorts: cohorts.list(), sources: [...sources.values()], lastHour, usualHours }),
  }
}
