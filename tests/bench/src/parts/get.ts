import { signInternalToken } from '@zing/kit/http/internal-token'
import { pathOf } from '@zing/proto/endpoint'
import { IDENTITY_HEADER } from '@zing/proto/headers'
import { getUnread } from '@zing/proto/http/chat'
import type { Bench } from '../bench.ts'
import { spentOn } from '../cpu.ts'
import { createAsk } from '../load/request.ts'
import { keepBusy, repeat, timed } from '../load/workers.ts'
import { type Result, result } from '../result.ts'
import { summarize } from '../statistics.ts'
import type { Profile } from '../users.ts'

const BUDGET_MS = 0.5
const AT_ONCE = 16
const ROUND_MAX_MS = 10_000 // a slow machine measures fewer
const RENEW_MS = 20_000 // internal tokens live for a minute
const ROUTE = `GET ${pathOf(getUnread)}`

interface Ways {
  gateway(): Promise<void>
  hop(): Promise<void>
  direct(): Promise<void>
  baseline(): Promise<void>
}
type Provider = keyof Ways
const WAYS: Provider[] = ['gateway', 'hop', 'direct', 'baseline']
type Times = Record<Provider, number>

/**
 * What the gateway costs: a cheap GET through it, through Express and http-proxy-middleware alone, asked of the service
 * directly, and of the baseline.
 */
export async function measureGet(bench: Bench): Promise<Result[]> {
  const [person] = bench.talkers
  if (!person) throw new Error('nobody is there')
  const ways = waysOf(bench, person)
  const [rounds, calls, ms] = bench.isQuick ? [1, 200, 500] : [5, 1_000, 2_000]
  for (const way of WAYS) await keepBusy(AT_ONCE, ms, ways[way]) // warm-up

  const alone: Times[] = []
  const crowded: { times: Times; cpu: Times }[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(await oneByOne(ways, calls))
    crowded.push(await many(bench, ways, ms))
  }
  const cpu = { product: crowded.map(({ cpu }) => cpu.gateway), baseline: crowded.map(({ cpu }) => cpu.baseline) }
  const cpuDirect = { product: crowded.map(({ cpu }) => cpu.direct), baseline: cpu.baseline }
  return [
    ...resultsOf('one by one', alone, BUDGET_MS),
    ...resultsOf(
      `${AT_ONCE} at a time`,
      crowded.map(({ times }) => times),
    ),
    result('  processor time of all processes per call', 'ms', cpu),
    result('  the same, asked of chat directly', 'ms', cpuDirect),
  ]
}

function waysOf({ product, hop, targets }: Bench, person: Profile): Ways {
  const [chat] = product.of('chat')
  const ask = createAsk(String(chat?.url))
  const askHop = createAsk(hop.url)
  const headers = createHeaders(product.secrets.internalTokenSecret, person)
  return {
    gateway: () => targets.product.unread(person),
    hop: () => askHop(pathOf(getUnread), headers()),
    direct: () => ask(pathOf(getUnread), headers()),
    baseline: () => targets.baseline.unread(person),
  }
}

/** What the gateway would send to the service on behalf of a person. */
function createHeaders(secret: string, { id: userId, sid }: Profile): () => Record<string, string> {
  let headers: Record<string, string> = {}
  let madeAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - madeAt < RENEW_MS) return headers
    headers = { [IDENTITY_HEADER]: `Bearer ${signInternalToken(secret, { userId, sid })}` }
    madeAt = performance.now()
    return headers
  }
}

/** In turn, call by call, each on one kept-alive connection. */
async function oneByOne(ways: Ways, calls: number): Promise<Times> {
  const times = noTimes()
  await repeat(calls, ROUND_MAX_MS, async () => {
    for (const way of WAYS) times[way].push(await timed(ways[way]))
  })
  return p50sOf(times)
}

/** Also the processor time of the side's processes per call. */
async function many(bench: Bench, ways: Ways, ms: number): Promise<{ times: Times; cpu: Times }> {
  const times = noTimes()
  const cpu: Times = { gateway: 0, hop: 0, direct: 0, baseline: 0 }
  for (const way of WAYS) {
    const { cpuMs } = await spentOn(bench, way === 'baseline' ? 'baseline' : 'product', () =>
      keepBusy(AT_ONCE, ms, async () => void times[way].push(await timed(ways[way]))),
    )
    cpu[way] = cpuMs / times[way].length
  }
  return { times: p50sOf(times), cpu }
}

function noTimes(): Record<Provider, number[]> {
  return { gateway: [], hop: [], direct: [], baseline: [] }
}

function p50sOf({ gateway, hop, direct, baseline }: Record<Provider, number[]>): Times {
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
  const added = {
    product: of(({ gateway, direct }) => gateway - direct),
    baseline: of(({ hop, direct }) => hop - direct),
  }
  return [
    result(`${ROUTE}, ${how}, p50`, 'ms', { product: of(({ gateway }) => gateway), baseline }),
    result('  asked of chat directly, p50', 'ms', { product: of(({ direct }) => direct), baseline }),
    result('  added by the gateway, p50', 'ms', added, {
      budget,
      note: 'baseline: what Express and http-proxy-middleware add alone',
    }),
  ]
}
