import { pathOf } from '@zing/proto/endpoint'
import { listUsers } from '@zing/proto/http/social'
import { encodeCursor } from '@zing/social/feed/feed-cursor'
import type { Bench } from '../bench.ts'
import { deleteFeedUsers, FITTING_EVERY, insertFeedUsers, positionOf, preferOnePercent } from '../feed-users.ts'
import { repeat, timed } from '../load/workers.ts'
import { type Result, result } from '../results/result.ts'
import { summarize } from '../results/statistics.ts'

const SIZES = [1_000, 1_000_000]
const QUICK_SIZES = [1_000, 5_000]
const PAGE_SIZE = 5 // full with 1,000 users, ten of whom fit
const ROUND_MAX_MS = 10_000
const BUDGET_GROWTH = 1.3

/** Measures the first and a middle page of `discover`. The viewer and 1 % of the users fit each other. */
export async function measureDiscover(bench: Bench): Promise<Result[]> {
  const [, viewer] = bench.users
  if (!viewer) throw new Error('no users')
  const social = await bench.database('zing_social')
  const [rounds, pages, sizes] = bench.isQuick ? [1, 40, QUICK_SIZES] : [3, 150, SIZES]
  const path = `${pathOf(listUsers)}?scope=discover&limit=${PAGE_SIZE}`
  const read = (cursor: string) => bench.request(`${path}${cursor}`, { cookie: viewer.cookie })
  const results: Result[] = []
  const p50s: { first: number[]; inside: number[] }[] = []

  await deleteFeedUsers(social)
  let inserted = 0
  for (const size of sizes) {
    bench.log(`  inserting profiles up to ${size} ...`)
    await insertFeedUsers(social, inserted, size)
    if (inserted === 0) {
      await read('') // makes social fetch the viewer's profile from auth
      await preferOnePercent(social, viewer)
    }
    inserted = size

    const inside = `&cursor=${encodeCursor(positionOf(Math.floor(size / 2)))}`
    const p50: { first: number[]; inside: number[] } = { first: [], inside: [] }
    for (let round = 0; round <= rounds; round++) {
      const times = { first: [] as number[], inside: [] as number[] }
      await repeat(pages, ROUND_MAX_MS, async () => {
        times.first.push(await timed(() => read('')))
        times.inside.push(await timed(() => read(inside)))
      })
      if (round === 0) continue // warm-up
      p50.first.push(summarize(times.first).p50)
      p50.inside.push(summarize(times.inside).p50)
    }
    p50s.push(p50)
    const profiles = `${size.toLocaleString('en')} profiles, 1 in ${FITTING_EVERY} fits`
    results.push(
      result(`discover page, ${profiles}, p50`, 'ms', { product: p50.first, baseline: [] }),
      result('  inside', 'ms', { product: p50.inside, baseline: [] }),
    )
  }
  const growth = (of: 'first' | 'inside') => ({ product: ratios(p50s.at(-1)?.[of], p50s.at(0)?.[of]), baseline: [] })
  const [smallest, largest] = [sizes.at(0)?.toLocaleString('en'), sizes.at(-1)?.toLocaleString('en')]
  const budget = { budget: BUDGET_GROWTH }
  return [
    ...results,
    result(`discover page, growth of p50 from ${smallest} to ${largest} profiles`, 'times', growth('first'), budget),
    result('  page inside', 'times', growth('inside'), budget),
  ]
}

function ratios(largest: number[] = [], smallest: number[] = []): number[] {
  return largest.map((ms, round) => ms / (smallest[round] ?? Number.NaN))
}
