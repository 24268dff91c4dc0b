import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { spentOn } from '../cpu.ts'
import { talkersOf, type Watch, watchMessages } from '../load/conversation.ts'
import { Refused } from '../load/request.ts'
import type { Target } from '../load/target.ts'
import { keepBusy } from '../load/workers.ts'
import { type Result, result } from '../result.ts'
import { inTurn, pick } from '../rounds.ts'
import { summarize } from '../statistics.ts'

const LADDER = [1, 2, 4, 8, 16, 32, 64]
const QUICK_LADDER = [4, 16]
/** More workers that bring less than this are past the knee. */
const WORTH_IT = 1.05
const BACK_OFF_MS = 100

interface Round {
  perSecond: number
  p99: number
  cpuPerMessage: number
}
type Load = (target: Target, workers: number, ms: number) => Promise<Round>

/** As many messages as go through: workers that each send the next one when the last is shown. */
export async function measureSaturation(bench: Bench): Promise<Result[]> {
  const people = bench.talkers.slice(0, 2 * Math.max(...LADDER))
  const watches = {
    product: await watchMessages(bench.targets.product, people),
    baseline: await watchMessages(bench.targets.baseline, people),
  }
  const [rounds, ms] = bench.isQuick ? [1, 1_000] : [3, 4_000]
  const results: Result[] = []
  for (const kind of ['many conversations', 'one conversation']) {
    const isOne = kind === 'one conversation'
    const load: Load = (target, workers, forMs) =>
      hammer(bench, target, watches[target.name], { workers, forMs, isOne })
    const knees = {
      product: await findKnee(bench, bench.targets.product, load, ms / 2),
      baseline: await findKnee(bench, bench.targets.baseline, load, ms / 2),
    }
    const measured = await inTurn(rounds, bench.targets, (target) => load(target, knees[target.name], ms))
    const note = `product with ${knees.product} at once, baseline with ${knees.baseline}`
    const cpu = pick(measured, ({ cpuPerMessage }) => cpuPerMessage)
    results.push(
      result(
        `messages/s at saturation, ${kind}`,
        '/s',
        pick(measured, ({ perSecond }) => perSecond),
        { note },
      ),
      result(
        '  send to shown at that rate, p99',
        'ms',
        pick(measured, ({ p99 }) => p99),
      ),
      result('  processor time of all processes per message', 'ms', cpu),
    )
  }
  watches.product.close()
  watches.baseline.close()
  return results
}

/** How many workers it takes until more of them bring nothing. */
async function findKnee({ isQuick }: Bench, target: Target, load: Load, ms: number): Promise<number> {
  let [knee, best] = [1, 0]
  for (const workers of isQuick ? QUICK_LADDER : LADDER) {
    const { perSecond } = await load(target, workers, ms)
    if (perSecond < best * WORTH_IT) return knee
    knee = workers
    best = perSecond
  }
  return knee
}

interface HammerOptions {
  workers: number
  forMs: number
  isOne: boolean
}

async function hammer(bench: Bench, target: Target, watch: Watch, options: HammerOptions): Promise<Round> {
  const { workers, forMs, isOne } = options
  const times: number[] = []
  let sent = 0
  const { cpuMs, elapsedMs } = await spentOn(bench, target.name, () =>
    keepBusy(workers, forMs, async (worker) => {
      sent += 1
      const content = `${target.name} ${performance.now()} ${worker} ${sent}`
      const [sender, receiver] = talkersOf(bench, isOne ? 0 : worker, sent)
      const shown = watch.shown(content)
      try {
        await target.send(sender, receiver, content)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return pause(BACK_OFF_MS) // 503: more than it takes, as it should say
      }
      times.push(await shown)
    }),
  )
  const { p99 } = summarize(times)
  return { perSecond: (times.length * 1_000) / elapsedMs, p99, cpuPerMessage: cpuMs / times.length }
}
