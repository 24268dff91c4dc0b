import { reportUser } from '@zing/proto/http/reports'
import { claimCase, decideCase, getCase, listCases } from '@zing/proto/http/staff/moderation'
import { CASES_PAGE_MAX, REPORTS_PER_DAY } from '@zing/proto/limits'
import { check } from 'k6'
import exec from 'k6/execution'
import type { Options } from 'k6/options'
import type { User } from '../shared/fixture.ts'
import { MODERATORS } from '../shared/plan.ts'
import { durations, NO_ERRORS } from '../shared/thresholds.ts'
import { call } from './support/call.ts'
import { isWarmUp, plan, users } from './support/fixture.ts'
import { pause } from './support/wait.ts'

// Users report each other, and moderators handle the queue: list, claim, view, decide. `rate` is reports per second.
const IDLE_MS = 200
/** Each user makes half of the daily reports during the warm-up, and half during the load. */
const REPORTS_EACH = REPORTS_PER_DAY / 2
const moderators = users.slice(0, MODERATORS)
const members = users.slice(MODERATORS)

export const options: Options = {
  scenarios: {
    reports: {
      exec: 'report',
      executor: 'constant-arrival-rate',
      rate: plan.rate,
      duration: `${plan.seconds}s`,
      preAllocatedVUs: 10,
      maxVUs: 40,
    },
    moderators: { exec: 'moderate', executor: 'constant-vus', vus: MODERATORS, duration: `${plan.seconds}s` },
  },
  thresholds: {
    ...NO_ERRORS,
    ...durations(reportUser, ['p(50)<=60', 'p(95)<=200']),
    ...durations(listCases, ['p(95)<=100']),
    ...durations(claimCase, ['p(95)<=100']),
    ...durations(getCase, ['p(95)<=120']),
    ...durations(decideCase, ['p(95)<=120']),
    dropped_iterations: ['count==0'],
  },
}

export async function report(): Promise<void> {
  const [reporter, reported] = pairOf(exec.scenario.iterationInTest)
  const body = { userId: reported.id, category: 'harassment' as const, text: `About ${reported.id}`, block: true }
  const { body: stored } = await call(reporter.cookie, reportUser, { body })
  check(stored, { 'the reported user is blocked with the report': ({ isBlocked }) => isBlocked === true })
}

/** Pairs in which no user reports another one twice, during warm-up and load together. */
function pairOf(iteration: number): [User, User] {
  const round = Math.floor(iteration / members.length)
  const distance = 1 + round + (isWarmUp ? 0 : REPORTS_EACH)
  const reporter = members[iteration % members.length]
  const reported = members[(iteration + distance) % members.length]
  if (round >= REPORTS_EACH || !reporter || !reported) throw new Error('the plan has too few users for its reports')
  return [reporter, reported]
}

export async function moderate(): Promise<void> {
  const index = exec.scenario.iterationInTest % MODERATORS
  const me = moderators[index]
  if (!me) throw new Error('the plan has no moderators')
  const { body: queue } = await call(me.cookie, listCases, { query: `limit=${CASES_PAGE_MAX}` })
  check(queue, {
    'the queue is in the order in which cases are due': (cases) => isSorted(cases.map(({ dueAt }) => dueAt)),
  })
  const next = queue.find(({ id, claim }) => claim === null && id % MODERATORS === index)
  if (!next) return pause(IDLE_MS)

  const params = { id: next.id }
  const { body: claim } = await call(me.cookie, claimCase, { params })
  const { body: page } = await call(me.cookie, getCase, { params })
  const decision =
    next.id % 2 === 0
      ? { action: 'dismiss' as const, reason: 'no-violation' as const }
      : { action: 'warn' as const, reason: 'harassment' as const, text: 'Please be kind' }
  const { body: decided } = await call(me.cookie, decideCase, { params, body: decision })
  check(null, {
    'the case is theirs': () => claim.userId === me.id && page.claim?.userId === me.id,
    'each report has its evidence': () =>
      page.reports.length === page.reportCount && page.reports.every(({ evidence }) => evidence.hash.length === 64),
    'the decision is stored': () => decided.action === decision.action && decided.decidedBy.id === me.id,
  })
}

function isSorted(times: string[]): boolean {
  return times.every((time, index) => (times[index - 1] ?? time) <= time)
}
