import { subscribeToPush } from '@zing/proto/http/push'
import { likeUser } from '@zing/proto/http/social'
import { check, sleep } from 'k6'
import exec from 'k6/execution'
import http from 'k6/http'
import { Gauge, Trend } from 'k6/metrics'
import type { Options } from 'k6/options'
import type { User } from '../shared/fixture.ts'
import { durations, METRICS, NO_ERRORS } from '../shared/thresholds.ts'
import { call, callAll } from './support/call.ts'
import { plan, push, users } from './support/fixture.ts'

// `rate` matches per second, between users with ten devices each who have never met. Each match is a web push to all
// devices of both users. After the load the queue must become empty, and every device must get a notification of every
// match.
const DEVICES = 10
const AT_ONCE = 50
const DRAIN_MS = 120_000
const POLL_SECONDS = 0.5
const EXPECTED = 2 * DEVICES * plan.rate * plan.seconds

export const options: Options = {
  setupTimeout: '120s',
  teardownTimeout: `${DRAIN_MS + 30_000}ms`,
  scenarios: {
    push: {
      executor: 'constant-arrival-rate',
      rate: plan.rate,
      duration: `${plan.seconds}s`,
      preAllocatedVUs: 50,
      maxVUs: 200,
    },
  },
  thresholds: {
    ...NO_ERRORS,
    ...durations(likeUser, ['p(95)<=200']),
    [METRICS.pushDrain]: [`max<=${DRAIN_MS}`],
    [METRICS.pushesSent]: [`value>=${EXPECTED}`],
    [METRICS.pushLag]: ['max<=5000'],
    dropped_iterations: ['count==0'],
  },
}

const drain = new Trend(METRICS.pushDrain, true)
const sent = new Gauge(METRICS.pushesSent)
const lag = new Trend(METRICS.pushLag, true)

export async function setup(): Promise<void> {
  const subscriptions = users.flatMap((user) => Array.from({ length: DEVICES }, (_, device) => ({ user, device })))
  for (let first = 0; first < subscriptions.length; first += AT_ONCE) {
    const group = subscriptions.slice(first, first + AT_ONCE)
    await callAll(group.map(({ user, device }) => subscribe(user, device)))
  }
}

function subscribe({ id, cookie }: User, device: number): Promise<unknown> {
  const { url, keys } = hostOf()
  return call(cookie, subscribeToPush, { body: { endpoint: `${url}/${id}/${device}`, keys } })
}

export default async function match(): Promise<void> {
  const [ann, ben] = pairOf(exec.scenario.iterationInTest)
  const first = await call(ann.cookie, likeUser, { body: { likedId: ben.id } })
  const second = await call(ben.cookie, likeUser, { body: { likedId: ann.id } })
  check(null, { 'the second like makes the match': () => !first.body.isMatch && second.body.isMatch })
}

/**
 * A different pair for each number, up to half of all pairs. First come neighbours, then users two apart, and so on.
 */
function pairOf(number: number): [User, User] {
  const one = users[number % users.length]
  const other = users[(number + 1 + Math.floor(number / users.length)) % users.length]
  if (!one || !other) throw new Error('no users')
  return [one, other]
}

/**
 * Waits until social has handled all events and the queue is empty. Then each push was accepted or became unnecessary.
 */
export function teardown(): void {
  const { metricsUrls } = hostOf()
  const startedAt = Date.now()
  let waiting = 1
  while (waiting > 0 && Date.now() - startedAt < DRAIN_MS) {
    sleep(POLL_SECONDS)
    const pages = metricsUrls.map((url) => String(http.get(url).body))
    waiting = Math.max(...pages.map(waitingIn))
    const atMostMs = Math.max(...pages.map(lagIn))
    if (waiting === 0) lag.add(atMostMs)
    sent.add(pages.reduce((sum, page) => sum + sumOf(page, 'zing_web_push_sent_total'), 0))
  }
  drain.add(waiting > 0 ? DRAIN_MS + 1 : Date.now() - startedAt)
}

/** Waiting pushes and events of all processes, as the process of this page sees them. */
function waitingIn(page: string): number {
  return sumOf(page, 'zing_web_push_waiting') + sumOf(page, 'zing_consumer_pending')
}

/** Upper bound in ms for 95 of 100 accepted pushes of a process. */
function lagIn(page: string): number {
  const buckets = [...page.matchAll(/^zing_web_push_lag_seconds_bucket\{le="([\d.]+|\+Inf)"\} (\d+)$/gm)]
  const all = Number(buckets.at(-1)?.[2] ?? 0)
  const [, bound = '0'] = buckets.find(([, , count]) => Number(count) >= 0.95 * all) ?? []
  return bound === '+Inf' ? Number.MAX_SAFE_INTEGER : Number(bound) * 1_000
}

/** Sum of a metric over its labels, from a page in the Prometheus format. */
function sumOf(page: string, metric: string): number {
  const lines = page.split('\n').filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `))
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

function hostOf(): NonNullable<typeof push> {
  if (!push) throw new Error('the runner has started no push host')
  return push
}
