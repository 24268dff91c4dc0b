import { signInternalToken } from '@zing/kit/http/internal-token'
import { pathOf } from '@zing/proto/endpoint'
import { IDENTITY_HEADER } from '@zing/proto/headers'
import { getUnread } from '@zing/proto/http/chat'
import type { Bench } from '../bench.ts'
import { createRequest } from '../load/request.ts'
import { repeat, runWorkers, timed } from '../load/workers.ts'
import { measureCpu } from '../processes/cpu.ts'
import { type Result, result } from '../results/result.ts'
import { summarize } from '../results/statistics.ts'
import type { BenchUser } from '../users.ts'

const BUDGET_MS = 0.6
const BUDGET_RATIO = 1.6
const LIBRARIES_ALONE = 'baseline: Express and http-proxy-middleware alone'
const CONCURRENCY = 16
const ROUND_MAX_MS = 10_000 // fewer calls on a slow machine
const FIRST_WARM_UP_MS = 2_000
/**
 * Long enough for V8 to compile the code of earlier parts anew. After sockets and messages, both proxies became faster
 * for 30,000 calls, the gateway by 0.1 ms. Another result shows the first calls.
 */
const WARM_UP_MS = 8_000
const RENEW_MS = 20_000 // internal tokens expire after 60 s
const ENDPOINT = `GET ${pathOf(getUnread)}`

const ROUTES = ['gateway', 'hop', 'direct', 'baseline'] as const
type Route = (typeof ROUTES)[number]
type Calls = Record<Route, () => Promise<void>>
type Times = Record<Route, number>

interface Concurrent {
  times: Times
  /** CPU ms of all processes per call. */
  cpu: Times
  /** CPU ms of the proxy alone per call. */
  proxyCpu: { gateway: number; hop: number }
}

/**
 * Measures the gateway's cost with a cheap GET. It goes through the gateway, through a bare proxy, directly to chat,
 * and to the baseline.
 */
export async function measureGet(bench: Bench): Promise<Result[]> {
  const [user] = bench.chatUsers
  if (!user) throw new Error('no users')
  const calls = callsOf(bench, user)
  const [rounds, count, ms] = bench.isQuick ? [1, 200, 500] : [5, 1_000, 2_000]
  await warmUp(calls, bench.isQuick ? ms : FIRST_WARM_UP_MS)
  const first = await measureSequential(calls, count)
  if (!bench.isQuick) await warmUp(calls, WARM_UP_MS)

  const sequential: Times[] = []
  const concurrent: Concurrent[] = []
  for (let round = 0; round < rounds; round++) {
    sequential.push(await measureSequential(calls, count))
    concurrent.push(await measureConcurrent(bench, calls, ms))
  }
  const cpu = { product: concurrent.map(({ cpu }) => cpu.gateway), baseline: concurrent.map(({ cpu }) => cpu.baseline) }
  const cpuDirect = { product: concurrent.map(({ cpu }) => cpu.direct), baseline: cpu.baseline }
  return [
    ...resultsOf('one by one', sequential, BUDGET_MS),
    result('  added by the gateway in the first seconds, p50', 'ms', addedIn([first])),
    ...resultsOf(
      `${CONCURRENCY} at a time`,
      concurrent.map(({ times }) => times),
    ),
    result(
      '  processor time of the gateway per call',
      'ms',
      {
        product: concurrent.map(({ proxyCpu }) => proxyCpu.gateway),
        baseline: concurrent.map(({ proxyCpu }) => proxyCpu.hop),
      },
      { note: LIBRARIES_ALONE },
    ),
    result('  processor time of all processes per call', 'ms', cpu),
    result('  the same, sent to chat directly', 'ms', cpuDirect),
  ]
}

async function warmUp(calls: Calls, ms: number): Promise<void> {
  for (const route of ROUTES) await runWorkers(CONCURRENCY, ms, calls[route])
}

function callsOf({ product, hop, targets }: Bench, user: BenchUser): Calls {
  const [chat] = product.of('chat')
  const requestDirectly = createRequest(String(chat?.url))
  const requestHop = createRequest(hop.url)
  const headers = createHeaders(product.secrets.internalTokenSecret, user)
  return {
    gateway: () => targets.product.unread(user),
    hop: () => requestHop(pathOf(getUnread), headers()),
    direct: () => requestDirectly(pathOf(getUnread), headers()),
    baseline: () => targets.baseline.unread(user),
  }
}

function createHeaders(secret: string, { id: userId, sid }: BenchUser): () => Record<string, string> {
  let headers: Record<string, string> = {}
  let signedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - signedAt < RENEW_MS) return headers
    headers = { [IDENTITY_HEADER]: `Bearer ${signInternalToken(secret, { userId, sid })}` }
    signedAt = performance.now()
    return headers
  }
}

/**
 * Alternates the routes call by call, each on one kept-alive connection. The order is random, because a call after a
 * call to the baseline takes longer: the product's processes have rested.
 */
async function measureSequential(calls: Calls, count: number): Promise<Times> {
  const times = noTimes()
  await repeat(count, ROUND_MAX_MS, async () => {
    for (const route of shuffled(ROUTES)) times[route].push(await timed(calls[route]))
  })
  return p50sOf(times)
}

function shuffled<T>(items: readonly T[]): T[] {
  const keyed = items.map((item) => ({ item, key: Math.random() }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item)
}

async function measureConcurrent(bench: Bench, calls: Calls, ms: number): Promise<Concurrent> {
  const times = noTimes()
  const cpu: Times = { gateway: 0, hop: 0, direct: 0, baseline: 0 }
  const proxyCpu = { gateway: 0, hop: 0 }
  for (const route of ROUTES) {
    const groups =
      route === 'baseline' ? bench.groups('baseline') : { ...bench.groups('product'), hop: [bench.hop.pid] }
    const { cpuMs, byGroup } = await measureCpu(groups, () =>
      runWorkers(CONCURRENCY, ms, async () => void times[route].push(await timed(calls[route]))),
    )
    const count = times[route].length
    cpu[route] = cpuMs / count
    if (route === 'gateway' || route === 'hop') proxyCpu[route] = (byGroup[route] ?? Number.NaN) / count
  }
  return { times: p50sOf(times), cpu, proxyCpu }
}

function noTimes(): Record<Route, number[]> {
  return { gateway: [], hop: [], direct: [], baseline: [] }
}

function p50sOf({ gateway, hop, direct, baseline }: Record<Route, number[]>): Times {
  return {
    gateway: summarize(gateway).p50,
    hop: summarize(hop).p50,
    direct: summarize(direct).p50,
    baseline: summarize(baseline).p50,
  }
}

function resultsOf(how: string, rounds: Times[], budget?: number): Result[] {
  const of = (value: (times: Times) => number) => rounds.map(value)
  const baseline = of((times) => times.baseline)
  const added = addedIn(rounds)
  return [
    result(`${ENDPOINT}, ${how}, p50`, 'ms', { product: of(({ gateway }) => gateway), baseline }),
    result('  sent to chat directly, p50', 'ms', { product: of(({ direct }) => direct), baseline }),
    result('  added by the gateway, p50', 'ms', added, { budget, note: LIBRARIES_ALONE }),
    result(
      '  the same, to what the libraries alone add',
      'times',
      { product: added.product.map((ms, round) => ms / (added.baseline[round] ?? Number.NaN)), baseline: [] },
      { budget: budget === undefined ? undefined : BUDGET_RATIO },
    ),
  ]
}

/** Time in ms that the gateway, or the libraries alone, add to a call sent directly to chat, by round. */
function addedIn(rounds: Times[]): { product: number[]; baseline: number[] } {
  return {
    product: rounds.map(({ gateway, direct }) => gateway - direct),
    baseline: rounds.map(({ hop, direct }) => hop - direct),
  }
}
