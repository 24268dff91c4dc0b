import { pathOf } from '@zing/proto/endpoint'
import { listUsers } from '@zing/proto/http/social'
import { encodeCursor } from '@zing/social/feed/feed-cursor'
import type { Connection } from 'mongoose'
import type { Bench } from '../bench.ts'
import {
  deleteFeedUsers,
  FITTING_EVERY,
  insertFeedUsers,
  positionOf,
  preferNear,
  preferOnePercent,
} from '../feed-users.ts'
import { repeat, timed } from '../load/workers.ts'
import { type Result, result } from '../results/result.ts'
import { summarize } from '../results/statistics.ts'
import type { BenchUser } from '../users.ts'

const SIZES = [1_000, 1_000_000]
const QUICK_SIZES = [1_000, 5_000]
const PAGE_SIZE = 5 // full with 1,000 users, ten of whom fit
const ROUND_MAX_MS = 10_000
const BUDGET_GROWTH = 1.3

/** The viewers: one with preferences about people, and two who want somebody near. */
const VIEWERS = [
  { name: `1 in ${FITTING_EVERY} fits`, prefer: preferOnePercent },
  {
    name: 'near, in a metropolis',
    prefer: (social: Connection, user: BenchUser) => preferNear(social, user, 'metropolis'),
  },
  { name: 'near, in a desert', prefer: (social: Connection, user: BenchUser) => preferNear(social, user, 'desert') },
]
type Times = Record<'first' | 'inside', number[]>

/** Measures the first and a middle page of `discover`. Each viewer and about 1 % of the users fit each other. */
export async function measureDiscover(bench: Bench): Promise<Result[]> {
  const social = await bench.database('zing_social')
  const [, ...users] = bench.users
  const [rounds, sizes] = bench.isQuick ? [1, QUICK_SIZES] : [3, SIZES]
  const results: Result[] = []
  const p50s = VIEWERS.map((): Times[] => [])

  await deleteFeedUsers(social)
  let inserted = 0
  for (const size of sizes) {
    bench.log(`  inserting profiles up to ${size} ...`)
    await insertFeedUsers(social, inserted, size)
    for (const [at, { name, prefer }] of VIEWERS.entries()) {
      const viewer = users[at]
      if (!viewer) throw new Error('no users')
      if (inserted === 0) {
        await bench.request(path, { cookie: viewer.cookie }) // makes social fetch the viewer's profile from auth
        await prefer(social, viewer)
      }
      const times = await measurePages(bench, viewer, { size, rounds })
      p50s[at]?.push(times)
      results.push(
        result(`discover page, ${size.toLocaleString('en')} profiles, ${name}, p50`, 'ms', only(times.first)),
        result('  inside', 'ms', only(times.inside)),
      )
    }
    inserted = size
  }
  const [smallest, largest] = [sizes.at(0)?.toLocaleString('en'), sizes.at(-1)?.toLocaleString('en')]
  const budget = { budget: BUDGET_GROWTH }
  const growth = VIEWERS.flatMap(({ name }, at) => {
    const [first, last] = [p50s[at]?.at(0), p50s[at]?.at(-1)]
    const words = `discover page, growth of p50 from ${smallest} to ${largest} profiles, ${name}`
    return [
      result(words, 'times', only(ratios(last?.first, first?.first)), budget),
      result('  page inside', 'times', only(ratios(last?.inside, first?.inside)), budget),
    ]
  })
  return [...results, ...growth]
}

const path = `${pathOf(listUsers)}?scope=discover&limit=${PAGE_SIZE}`

async function measurePages(
  bench: Bench,
  viewer: BenchUser,
  { size, rounds }: { size: number; rounds: number },
): Promise<Times> {
  const read = (cursor: string) => bench.request(`${path}${cursor}`, { cookie: viewer.cookie })
  const inside = `&cursor=${encodeCursor(positionOf(Math.floor(size / 2)))}`
  const p50: Times = { first: [], inside: [] }
  for (let round = 0; round <= rounds; round++) {
    const times: Times = { first: [], inside: [] }
    await repeat(bench.isQuick ? 40 : 150, ROUND_MAX_MS, async () => {
      times.first.push(await timed(() => read('')))
      times.inside.push(await timed(() => read(inside)))
    })
    if (round === 0) continue // warm-up
    p50.first.push(summarize(times.first).p50)
    p50.inside.push(summarize(times.inside).p50)
  }
  return p50
}

function only(product: number[]) {
  return { product, baseline: [] }
}

function ratios(largest: number[] = [], smallest: number[] = []): number[] {
  return largest.map((ms, round) => ms / (smallest[round] ?? Number.NaN))
}
