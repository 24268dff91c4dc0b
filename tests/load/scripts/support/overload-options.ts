import { SILENCE_MAX_MS } from '@zing/proto/limits'
import type { Options, Scenario } from 'k6/options'
import {
  ACCEPTED_P99_MS,
  afterStartsAt,
  endsAt,
  MIN_GOODPUT,
  MODERATE_SECONDS,
  MODERATE_SHARE,
  MODERATE_STARTS_AT,
  OVERLOAD_FACTOR,
  OVERLOAD_STARTS_AT,
  type PhaseName,
  STAGE_SECONDS,
  STAGES,
  stageName,
  WARM_UP_IN_FLIGHT,
} from '../../shared/overload.ts'
import { allFinish, METRICS, NO_MESSAGE_LOST, type Thresholds } from '../../shared/thresholds.ts'
import { capacity, plan } from './fixture.ts'

// Without a capacity, the first run measures it in stages with a fixed number of requests in flight. The second run
// offers a moderate load, then OVERLOAD_FACTOR times the capacity, then the moderate load again. Meanwhile it watches
// open sockets and checks sessions. `rate` is not used.
/** Requests that one VU has in flight. Each VU takes 9 MB, and 50 ms of a core to start. */
export const SLOTS = 8
const MAX_VUS = 240 // calls beyond SLOTS times this many in flight count as dropped
const MODERATE_VUS = 30
export const WATCHERS = 5
const WATCHERS_END_SECONDS = 15
const SESSION_CHECKS_PER_SECOND = 4
const SESSION_CHECK_VUS = 8
const SOCKET_OPENERS = 2
// k6 counts a scenario's VUs until its grace ends, so these times must not make phases overlap.
const GRACE = '5s'
const MODERATE_GRACE = '1s'
const VERIFY_AFTER_SECONDS = 20
const VERIFY_MS = 60_000
const MAX_DROPPED = 0.05

const totalVus = capacity ? MAX_VUS + WATCHERS + SESSION_CHECK_VUS + SOCKET_OPENERS : Math.max(...STAGES) / SLOTS

/** Scenarios and thresholds of the run; `exec` names functions of the script `overload`. */
export function createOverloadOptions(): Options {
  return capacity ? overloadOptions(capacity) : measurementOptions()
}

function measurementOptions(): Options {
  const warmUp = closedLoop(WARM_UP_IN_FLIGHT, 0, plan.seconds)
  const stages = STAGES.map((inFlight, index) => {
    return [stageName(inFlight), closedLoop(inFlight, plan.seconds + index * STAGE_SECONDS, STAGE_SECONDS)]
  })
  return {
    batchPerHost: SLOTS, // connections that one VU keeps
    systemTags: ['scenario', 'group', 'check'], // each further tag costs processor time
    scenarios: {
      warmUp,
      ...Object.fromEntries(stages),
      verification: verificationAt(plan.seconds + STAGES.length * STAGE_SECONDS),
    },
    thresholds: {
      ...NO_MESSAGE_LOST,
      ...allFinish(totalVus),
      [METRICS.unverified]: ['count==0'],
      ...Object.fromEntries(STAGES.map((vus) => [`${METRICS.goodput}{scenario:${stageName(vus)}}`, ['count>0']])),
    },
  }
}

function overloadOptions(perSecond: number): Options {
  const duration = `${endsAt(plan.seconds)}s`
  const moderate = {
    rate: Math.ceil((perSecond * MODERATE_SHARE) / SLOTS),
    seconds: MODERATE_SECONDS,
    vus: MODERATE_VUS,
  }
  const overload = { rate: Math.ceil((perSecond * OVERLOAD_FACTOR) / SLOTS), seconds: plan.seconds, vus: MAX_VUS }
  return {
    batchPerHost: SLOTS,
    systemTags: ['scenario', 'group', 'check'],
    scenarios: {
      before: arrivals({ ...moderate, startsAt: MODERATE_STARTS_AT }, MODERATE_GRACE),
      overload: arrivals({ ...overload, startsAt: OVERLOAD_STARTS_AT }, GRACE),
      after: arrivals({ ...moderate, startsAt: afterStartsAt(plan.seconds) }, GRACE),
      watchers: {
        exec: 'watchers',
        executor: 'per-vu-iterations',
        vus: WATCHERS,
        iterations: 1,
        maxDuration: `${endsAt(plan.seconds) + WATCHERS_END_SECONDS}s`,
        gracefulStop: '0s',
      },
      sessionChecks: {
        exec: 'sessionChecks',
        executor: 'constant-arrival-rate',
        rate: SESSION_CHECKS_PER_SECOND,
        duration,
        preAllocatedVUs: SESSION_CHECK_VUS,
        gracefulStop: GRACE,
      },
      socketOpeners: {
        exec: 'socketOpeners',
        executor: 'constant-vus',
        vus: SOCKET_OPENERS,
        duration,
        gracefulStop: GRACE,
      },
      verification: verificationAt(endsAt(plan.seconds) + VERIFY_AFTER_SECONDS),
    },
    thresholds: {
      ...NO_MESSAGE_LOST,
      ...allFinish(totalVus + WATCHERS),
      checks: ['rate==1'],
      [METRICS.unverified]: ['count==0'],
      [METRICS.unexpected]: ['count==0'],
      [METRICS.signedOut]: ['count==0'],
      [METRICS.socketsClosed]: ['count==0'],
      [METRICS.silence]: [`max<=${SILENCE_MAX_MS}`],
      [METRICS.arrived]: ['rate==1'],
      ...ofPhase(METRICS.goodput, 'overload', [`count>=${Math.ceil(MIN_GOODPUT * perSecond * plan.seconds)}`]),
      ...ofPhase(METRICS.goodSends, 'overload', ['count>0']),
      ...ofPhase(METRICS.accepted, 'overload', [`p(99)<=${ACCEPTED_P99_MS}`]),
      ...ofPhase(METRICS.refused, 'overload', ['max>0']), // the observer judges their duration
      ...ofPhase('dropped_iterations', 'overload', [`count<=${Math.ceil(MAX_DROPPED * overload.rate * plan.seconds)}`]),
      ...ofPhase(METRICS.accepted, 'before', [`p(99)<=${ACCEPTED_P99_MS}`]),
      ...ofPhase(METRICS.accepted, 'after', [`p(99)<=${ACCEPTED_P99_MS}`]),
      ...ofPhase('dropped_iterations', 'before', ['count==0']),
      ...ofPhase('dropped_iterations', 'after', ['count==0']),
      ...ofPhase(METRICS.accepted, 'sessionChecks', [`p(99)<=${ACCEPTED_P99_MS}`]),
    },
  }
}

/** Each VU has SLOTS requests in flight, and ends by itself, so that all stages share VUs. */
function closedLoop(inFlight: number, startsAt: number, seconds: number): Scenario {
  const times = { startTime: `${startsAt}s`, maxDuration: `${seconds}s`, gracefulStop: '0s' }
  return { exec: 'closedLoopOfCalls', executor: 'per-vu-iterations', vus: inFlight / SLOTS, iterations: 1, ...times }
}

interface Arrivals {
  rate: number
  seconds: number
  startsAt: number
  vus: number
}

function arrivals({ rate, seconds, startsAt, vus }: Arrivals, gracefulStop: string): Scenario {
  const executor = 'constant-arrival-rate'
  const times = { duration: `${seconds}s`, startTime: `${startsAt}s`, gracefulStop }
  return { exec: 'arrivalOfCalls', executor, rate, preAllocatedVUs: vus, maxVUs: vus, ...times }
}

/** Runs once on each VU: k6 gives it all VUs if nothing else runs. */
function verificationAt(seconds: number): Scenario {
  const times = { startTime: `${seconds}s`, maxDuration: `${VERIFY_MS}ms` }
  return { exec: 'verification', executor: 'per-vu-iterations', vus: totalVus, iterations: 1, ...times }
}

function ofPhase(metric: string, phase: PhaseName | 'sessionChecks', thresholds: string[]): Thresholds {
  return { [`${metric}{scenario:${phase}}`]: thresholds }
}
