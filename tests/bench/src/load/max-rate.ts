import { setTimeout as pause } from 'node:timers/promises'
import { measureCpu, type ProcessGroups } from '../processes/cpu.ts'
import { summarize } from '../results/statistics.ts'
import { type Chat, type Pair, participantsOf } from './chat.ts'
import { Refusal } from './chat-server.ts'
import { runWorkers } from './workers.ts'

const WORKER_COUNTS = [1, 2, 4, 8, 16, 32, 64]
const QUICK_WORKER_COUNTS = [4, 16]
/** More workers must gain at least this factor. */
const MIN_GAIN = 1.05
/** Saturated after this many larger numbers in turn gained less. A single miss may be a pause of the machine. */
const MAX_MISSES = 2
const BACK_OFF_MS = 100

export interface MaxRate {
  perSecond: number
  p99: number
  cpuPerMessage: number
  cpuByGroup: Record<string, number>
}

interface MaxRateOptions {
  pairs: Pair[]
  groups: ProcessGroups
  /** Messages in flight. */
  workers: number
  ms: number
}

/**
 * Sends in a closed loop. When a worker's message has arrived, the worker sends its next one, in the next conversation.
 */
export async function sendAtMaxRate(chat: Chat, { pairs, groups, workers, ms }: MaxRateOptions): Promise<MaxRate> {
  const times: number[] = []
  let sent = 0
  const { cpuMs, byGroup, elapsedMs } = await measureCpu(groups, () =>
    runWorkers(workers, ms, async () => {
      const content = `${chat.name} ${performance.now()} ${sent}`
      const [sender, receiver] = participantsOf(pairs, sent)
      sent += 1
      const shown = chat.shown(content)
      try {
        await chat.send(sender, receiver, content)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return pause(BACK_OFF_MS) // a 503 under overload
      }
      times.push(await shown)
    }),
  )
  const count = times.length
  return {
    perSecond: (count * 1_000) / elapsedMs,
    p99: summarize(times).p99,
    cpuPerMessage: cpuMs / count,
    cpuByGroup: Object.fromEntries(Object.entries(byGroup).map(([name, used]) => [name, used / count])),
  }
}

/** Returns the number of workers from which more of them gain little. */
export async function findSaturation(isQuick: boolean, run: (workers: number) => Promise<MaxRate>): Promise<number> {
  let [saturated, best, misses] = [1, 0, 0]
  for (const workers of isQuick ? QUICK_WORKER_COUNTS : WORKER_COUNTS) {
    const { perSecond } = await run(workers)
    if (perSecond >= best * MIN_GAIN) [saturated, best, misses] = [workers, perSecond, 0]
    else misses += 1
    if (misses === MAX_MISSES) return saturated
  }
  return saturated
}
