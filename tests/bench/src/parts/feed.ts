import type { Bench } from '../bench.ts'
import { insertFeedUsers, insertViewerLikes, positionOf } from '../feed-users.ts'
import type { Target } from '../load/target.ts'
import { repeat, timed } from '../load/workers.ts'
import { type Result, type Rounds, result } from '../results/result.ts'
import { type Summary, summarize } from '../results/statistics.ts'
import { alternate, pick } from '../rounds.ts'

const SIZES = [1_000, 20_000, 200_000]
const QUICK_SIZES = [1_000, 5_000]
const ROUND_MAX_MS = 5_000 // fewer pages on a slow machine
const BUDGET_GROWTH = 1.3

interface Round {
  first: Summary
  deep: Summary
}

/** Measures the first page of the feed and one in its middle, for growing feeds. */
export async function measureFeed(bench: Bench): Promise<Result[]> {
  const [viewer] = bench.users
  if (!viewer) throw new Error('no users')
  const social = await bench.database('zing_social')
  const [rounds, pages, sizes] = bench.isQuick ? [1, 40, QUICK_SIZES] : [3, 120, SIZES]
  const results: Result[] = []
  const p50s: Rounds[] = []
  const deepP50s: Rounds[] = []

  let inserted = 0
  for (const size of sizes) {
    bench.log(`  inserting profiles up to ${size} ...`)
    await insertFeedUsers(social, inserted, size)
    if (inserted === 0) await insertViewerLikes(social, viewer)
    inserted = size

    const deep = positionOf(Math.floor(size / 2))
    const read = (target: Target) => readPages(pages, (isDeep) => target.feed(viewer, isDeep ? deep : null))
    await alternate(1, bench.targets, read) // warm-up
    const measured = await alternate(rounds, bench.targets, read)
    const [first, middle] = [pick(measured, ({ first }) => first.p50), pick(measured, ({ deep }) => deep.p50)]
    p50s.push(first)
    deepP50s.push(middle)
    const profiles = `${size.toLocaleString('en')} profiles`
    results.push(
      result(`feed page, ${profiles}, p50`, 'ms', first),
      result(
        '  p95',
        'ms',
        pick(measured, ({ first }) => first.p95),
      ),
      result(`feed page inside, ${profiles}, p50`, 'ms', middle),
      result(
        '  p95',
        'ms',
        pick(measured, ({ deep }) => deep.p95),
      ),
    )
  }
  const range = `${sizes.at(0)?.toLocaleString('en')} to ${sizes.at(-1)?.toLocaleString('en')} profiles`
  return [
    ...results,
    result(`feed page, growth of p50 from ${range}`, 'times', growth(p50s), { budget: BUDGET_GROWTH }),
    result('  page inside', 'times', growth(deepP50s), { budget: BUDGET_GROWTH }),
  ]
}

async function readPages(pages: number, read: (isDeep: boolean) => Promise<void>): Promise<Round> {
  const [first, deep]: [number[], number[]] = [[], []]
  await repeat(pages, ROUND_MAX_MS, async () => {
    first.push(await timed(() => read(false)))
    deep.push(await timed(() => read(true)))
  })
  return { first: summarize(first), deep: summarize(deep) }
}

function growth(sizes: Rounds[]): Rounds {
  const [smallest, largest] = [sizes.at(0), sizes.at(-1)]
  const of = (side: keyof Rounds) =>
    (largest?.[side] ?? []).map((ms, round) => ms / (smallest?.[side][round] ?? Number.NaN))
  return { product: of('product'), baseline: of('baseline') }
}
