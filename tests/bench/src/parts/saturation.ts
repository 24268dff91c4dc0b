import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { measureCpu } from '../cpu.ts'
import { participantsOf, type Watch, watchMessages } from '../load/conversation.ts'
import { HttpError } from '../load/request.ts'
import type { Target } from '../load/target.ts'
import { runWorkers } from '../load/workers.ts'
import { type Result, result } from '../result.ts'
import { alternate, pick } from '../rounds.ts'
import { summarize } from '../statistics.ts'

const WORKER_COUNTS = [1, 2, 4, 8, 16, 32, 64]
const QUICK_WORKER_COUNTS = [4, 16]
/** Saturated when more workers gain less than this factor. */
const MIN_GAIN = 1.05
const BACK_OFF_MS = 100

interface Round {
  perSecond: number
  p99: number
  cpuPerMessage: number
}
type Load = (target: Target, workers: number, ms: number) => Promise<Round>

/** Measures the maximal message rate: each worker sends its next message when the previous one has arrived. */
export async function measureSaturation(bench: Bench): Promise<Result[]> {
  const users = bench.chatUsers.slice(0, 2 * Math.max(...WORKER_COUNTS))
  const watches = {
    product: await watchMessages(bench.targets.product, users),
    baseline: await watchMessages(bench.targets.baseline, users),
  }
  const [rounds, ms] = bench.isQuick ? [1, 1_000] : [3, 4_000]
  const results: Result[] = []
  for (const kind of ['many conversations', 'one conversation']) {
    const isOne = kind === 'one conversation'
    const load: Load = (target, workers, forMs) =>
      sendAtMaxRate(bench, target, watches[target.name], { workers, forMs, isOne })
    const workerCounts = {
      product: await findSaturation(bench, bench.targets.product, load, ms / 2),
      baseline: await findSaturation(bench, bench.targets.baseline, load, ms / 2),
    }
    const measured = await alternate(rounds, bench.targets, (target) => load(target, workerCounts[target.name], ms))
    const note = `product with ${workerCounts.product} at once, baseline with ${workerCounts.baseline}`
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

async function findSaturation({ isQuick }: Bench, target: Target, load: Load, ms: number): Promise<number> {
  let [saturated, best] = [1, 0]
  for (const workers of isQuick ? QUICK_WORKER_COUNTS : WORKER_COUNTS) {
    const { perSecond } = await load(target, workers, ms)
    if (perSecond < best * MIN_GAIN) return saturated
    saturated = workers
    best = perSecond
  }
  return saturated
}

interface LoadOptions {
  workers: number
  forMs: number
  isOne: boolean
}

async function sendAtMaxRate(bench: Bench, target: Target, watch: Watch, options: LoadOptions): Promise<Round> {
  const { workers, forMs, isOne } = options
  const times: number[] = []
  let sent = 0
  const { cpuMs, elapsedMs } = await measureCpu(bench, target.name, () =>
    runWorkers(workers, forMs, async (worker) => {
      sent += 1
      const content = `${target.name} ${performance.now()} ${worker} ${sent}`
      const [sender, receiver] = participantsOf(bench, isOne ? 0 : worker, sent)
      const shown = watch.shown(content)
      try {
        await target.send(sender, receiver, content)
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        return pause(BACK_OFF_MS) // 503 under overload
      }
      times.push(await shown)
    }),
  )
  const { p99 } = summarize(times)
  return { perSecond: (times.length * 1_000) / elapsedMs, p99, cpuPerMessage: cpuMs / times.length }
}
