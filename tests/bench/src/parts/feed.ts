import type { Bench } from '../bench.ts'
import { insertFeedPeople, insertKnown, positionOf } from '../feed-users.ts'
import type { Target } from '../load/target.ts'
import { repeat, timed } from '../load/workers.ts'
import { type Figure, figure, type Rounds } from '../result.ts'
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
export async function measureFeed(bench: Bench): Promise<Figure[]> {
  const [viewer] = bench.people
  if (!viewer) throw new Error('nobody is there')
  const social = await bench.database('zing_social')
  const [rounds, pages, sizes] = bench.isQuick ? [1, 40, QUICK_SIZES] : [3, 120, SIZES]
  const figures: Figure[] = []
  const p50s: Rounds[] = []
  const deepP50s: Rounds[] = []

  let there = 0
  for (const size of sizes) {
    bench.say(`  inserting people up to ${size} ...`)
    await insertFeedPeople(social, there, size)
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
    figures.push(
      figure(`feed page, ${people}, p50`, 'ms', first),
      figure(
        '  p95',
        'ms',
        pick(measured, ({ first }) => first.p95),
      ),
      figure(`feed page inside, ${people}, p50`, 'ms', middle),
      figure(
        '  p95',
        'ms',
        pick(measured, ({ deep }) => deep.p95),
      ),
    )
  }
  const range = `${sizes.at(0)?.toLocaleString('en')} to ${sizes.at(-1)?.toLocaleString('en')} people`
  return [
    ...figures,
    figure(`feed page, growth of p50 from ${range}`, 'times', growth(p50s), { budget: BUDGET_GROWTH }),
    figure('  page inside', 'times', growth(deepP50s), { budget: BUDGET_GROWTH }),
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
  return { product: of('product'), floor: of('floor') }
}
