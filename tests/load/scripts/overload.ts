import { getUser, login } from '@zing/proto/http/auth'
import { getUnread, listConversations, listMessages } from '@zing/proto/http/chat'
import { likeUser, listUsers, unlikeUser } from '@zing/proto/http/social'
import { SILENCE_MAX_MS } from '@zing/proto/limits'
import { check } from 'k6'
import exec from 'k6/execution'
import type { Options, Scenario } from 'k6/options'
import { shareOf } from '../shared/fixture.ts'
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
  STAGE_END_SECONDS,
  STAGE_SECONDS,
  STAGES,
  stageName,
  WATCHED_PAIRS,
} from '../shared/overload.ts'
import { allFinish, METRICS, NO_MESSAGE_LOST, type Thresholds } from '../shared/thresholds.ts'
import { finish } from './support/finish.ts'
import { capacity, pairs, plan, singles, users } from './support/fixture.ts'
import { measuredCall } from './support/measured-call.ts'
import { createSender, type Sender } from './support/sent-messages.ts'
import { openSocket } from './support/socket.ts'
import { pause } from './support/wait.ts'
import { watchSocket } from './support/watched-socket.ts'

// Without a capacity, the first run measures it: stages of a fixed number of requests in flight. The second run offers a
// moderate load, then OVERLOAD_FACTOR times the capacity, then the moderate load again. Meanwhile open sockets are watched,
// and sessions are checked. Most calls are messages; the rest is what an app does in a day. `rate` is not used.
const SLOTS = 8 // requests that one VU has in flight; each VU takes 9 MB and, to start, 50 ms of a core
const MAX_VUS = 240 // what is offered beyond SLOTS times that in flight counts as dropped
const SPREAD_MS = 100
const MODERATE_VUS = 30
const WATCHERS = 5
const WATCHERS_END_SECONDS = 15
const SESSION_CHECKS_PER_SECOND = 4
const SESSION_CHECK_VUS = 8
const SOCKET_OPENERS = 2
const SOCKET_EVERY_MS = 2_000
// k6 counts the VUs of a scenario until its grace ends: no two of the phases may overlap by it.
const GRACE = '5s'
const MODERATE_GRACE = '1s'
const VERIFY_AFTER_SECONDS = 20
const VERIFY_MS = 60_000
const VERIFY_SPREAD_MS = 30_000
const MAX_DROPPED = 0.05

const totalVus = capacity ? MAX_VUS + WATCHERS + SESSION_CHECK_VUS + SOCKET_OPENERS : Math.max(...STAGES) / SLOTS
export const options: Options = capacity ? overloadOptions(capacity) : measurementOptions()

function measurementOptions(): Options {
  const warmUp = closedLoop(STAGES[1] ?? SLOTS, 0, plan.seconds)
  const stages = STAGES.map((inFlight, index) => {
    return [stageName(inFlight), closedLoop(inFlight, plan.seconds + index * STAGE_SECONDS, STAGE_SECONDS)]
  })
  return {
    batchPerHost: SLOTS, // connections that a VU keeps
    systemTags: ['scenario', 'group', 'check'], // each further one costs processor time
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
      ...ofPhase(METRICS.refused, 'overload', ['max>0']), // how long they took says the observer
      ...ofPhase('dropped_iterations', 'overload', [`count<=${Math.ceil(MAX_DROPPED * overload.rate * plan.seconds)}`]),
      ...ofPhase(METRICS.accepted, 'before', [`p(99)<=${ACCEPTED_P99_MS}`]),
      ...ofPhase(METRICS.accepted, 'after', [`p(99)<=${ACCEPTED_P99_MS}`]),
      ...ofPhase('dropped_iterations', 'before', ['count==0']),
      ...ofPhase('dropped_iterations', 'after', ['count==0']),
      ...ofPhase(METRICS.accepted, 'sessionChecks', [`p(99)<=${ACCEPTED_P99_MS}`]),
    },
  }
}

/** Each VU has SLOTS requests in flight; it ends by itself, so that no two stages need their own VUs. */
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

/** Runs once on each VU: k6 gives it all of them when nothing else runs. */
function verificationAt(seconds: number): Scenario {
  const times = { startTime: `${seconds}s`, maxDuration: `${VERIFY_MS}ms` }
  return { exec: 'verification', executor: 'per-vu-iterations', vus: totalVus, iterations: 1, ...times }
}

function ofPhase(metric: string, phase: PhaseName | 'sessionChecks', thresholds: string[]): Thresholds {
  return { [`${metric}{scenario:${phase}}`]: thresholds }
}

const senders: Sender[] = []
let count = 0

/** SLOTS calls, spread a little: one arrival of k6. */
export async function arrivalOfCalls(): Promise<void> {
  await inSlots(async (sender) => {
    await pause(Math.random() * SPREAD_MS)
    await mixedCall(sender)
  })
}

/** One call after another in each slot, until the last ones have time to end. */
export async function closedLoopOfCalls(): Promise<void> {
  const seconds = exec.scenario.name === 'warmUp' ? plan.seconds : STAGE_SECONDS
  const end = exec.scenario.startTime + (seconds - STAGE_END_SECONDS) * 1_000
  await inSlots(async (sender) => {
    while (Date.now() < end) await mixedCall(sender)
  })
}

/** Each slot of each VU has a sender of its own. */
async function inSlots(run: (sender: Sender) => Promise<void>): Promise<void> {
  for (let slot = senders.length; slot < SLOTS; slot++) {
    const pair = pairs[(exec.vu.idInTest * SLOTS + slot) % pairs.length]
    if (pair) senders.push(createSender(pair))
  }
  await Promise.all(senders.map(run))
}

/** Most calls are messages, the others what an app does in a day. */
async function mixedCall(sender: Sender): Promise<unknown> {
  const [me, partner] = sender.pair
  const kind = Math.random()
  count += 1
  if (kind < 0.7) return sender.send()
  if (kind < 0.78) return measuredCall(me.cookie, listMessages, { params: { id: partner.id }, query: 'limit=20' })
  if (kind < 0.83) return measuredCall(me.cookie, listConversations)
  if (kind < 0.9) return measuredCall(me.cookie, getUnread)
  if (kind < 0.95) return measuredCall(me.cookie, listUsers, { query: 'scope=discover' })
  if (kind < 0.995) return likeOrUnlike()
  return measuredCall('', login, { body: { username: me.username, password: me.password } })
}

async function likeOrUnlike(): Promise<unknown> {
  const liker = singles[exec.vu.idInTest % singles.length]
  const liked = singles[(exec.vu.idInTest + 1) % singles.length]
  if (!liker || !liked) return
  if (count % 2 === 0) return measuredCall(liker.cookie, likeUser, { body: { likedId: liked.id } })
  return measuredCall(liker.cookie, unlikeUser, { params: { userId: liked.id } })
}

/** Keeps sockets open from before the overload until after it, and checks their frames against what is stored. */
export async function watchers(): Promise<void> {
  const own = shareOf(pairs.slice(0, WATCHED_PAIRS), exec.scenario.iterationInTest, WATCHERS)
  const sockets = await Promise.all(own.flatMap(([ann, ben]) => [watchSocket(ann, ben), watchSocket(ben, ann)]))
  check(sockets, { 'every socket is connected before the load': (all) => all.every((socket) => socket !== null) })
  await pause(exec.scenario.startTime + endsAt(plan.seconds) * 1_000 - Date.now())
  for (const socket of sockets) await socket?.finish()
  finish()
}

/** Asks who is signed in, as every app start does. */
export async function sessionChecks(): Promise<void> {
  const me = users[exec.scenario.iterationInTest % users.length]
  if (!me) return
  check(await measuredCall(me.cookie, getUser), { 'a session check is not refused': (isAccepted) => isAccepted })
}

/** Opens sockets as clients do that come back. */
export async function socketOpeners(): Promise<void> {
  const me = singles[exec.scenario.iterationInTest % singles.length]
  if (!me) return
  const socket = await openSocket(me, () => {})
  check(socket, { 'a new socket is connected': (it) => it !== null })
  socket?.close()
  await pause(SOCKET_EVERY_MS)
}

export async function verification(): Promise<void> {
  await pause(Math.random() * VERIFY_SPREAD_MS)
  for (const [slot, sender] of senders.entries()) await sender.verify(slot % 2 === 0 ? 0 : 1)
  finish()
}
