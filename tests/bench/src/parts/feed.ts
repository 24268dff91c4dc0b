import type { Bench } from '../bench.ts'
import { insertFeedUsers, insertKnown, positionOf } from '../feed-users.ts'
import type { Target } from '../load/target.ts'
import { repeat, timed } from '../load/workers.ts'
import { type Result, type Rounds, result } from '../result.ts'
import { inTurn, pick } from '../rounds.ts'
import { type Summary, summarize } from '../statistics.ts'

const SIZES = [1_000, 20_000, 200_000]
const QUICK_SIZES = [1_000, 5_000]
const ROUND_MAX_MS = 5_000 // a slow machine measures fewer
const BUDGET_GROWTH = 1.3

interface Round {
  first: Summary
  deep: Summary
}

/** A page of 50 at the top of the feed and one in its middle, while the feed grows. */
export async function measureFeed(bench: Bench): Promise<Result[]> {
  const [viewer] = bench.people
  if (!viewer) throw new Error('nobody is there')
  const social = await bench.database('zing_social')
  const [rounds, pages, sizes] = bench.isQuick ? [1, 40, QUICK_SIZES] : [3, 120, SIZES]
  const results: Result[] = []
  const p50s: Rounds[] = []
  const deepP50s: Rounds[] = []

  let there = 0
  for (const size of sizes) {
    bench.say(`  inserting people up to ${size} ...`)
    await insertFeedUsers(social, there, size)
    if (there === 0) await insertKnown(social, viewer)
    there = size

    const deep = positionOf(Math.floor(size / 2))
    const read = (target: Target) => readPages(pages, (isDeep) => target.feed(viewer, isDeep ? deep : null))
    await inTurn(1, bench.targets, read) // warm-up
    const measured = await inTurn(rounds, bench.targets, read)
    const [first, middle] = [pick(measured, ({ first }) => first.p50), pick(measured, ({ deep }) => deep.p50)]
    p50s.push(first)
    deepP50s.push(middle)
    const people = `${size.toLocaleString('en')} people`
    results.push(
      result(`feed page, ${people}, p50`, 'ms', first),
      result(
        '  p95',
        'ms',
        pick(measured, ({ first }) => first.p95),
      ),
      result(`feed page inside, ${people}, p50`, 'ms', middle),
      result(
        '  p95',
        'ms',
        pick(measured, ({ deep }) => deep.p95),
      ),
    )
  }
  const range = `${sizes.at(0)?.toLocaleString('en')} to ${sizes.at(-1)?.toLocaleString('en')} people`
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

/** The last size to the first, round by round. */
function growth(sizes: Rounds[]): Rounds {
  const [smallest, largest] = [sizes.at(0), sizes.at(-1)]
  const of = (side: keyof Rounds) =>
    (largest?.[side] ?? []).map((ms, round) => ms / (smallest?.[side][round] ?? Number.NaN))
  return { product: of('product'), baseline: of('baseline') }
}
