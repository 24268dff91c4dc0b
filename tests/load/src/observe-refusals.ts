import path from 'node:path'
import type { Processes } from '@zing/dev-env/processes/processes'
import { z } from 'zod'
import { onProcessors } from './run/processors.ts'

const OBSERVER = path.join(import.meta.dirname, 'observer.ts')
/** Higher priority than k6 and the product, so that the observer does not wait for a processor. */
const NICENESS = -15
const Durations = z.array(z.number())

/** Durations in ms of the refusals that the observer got. */
export interface Refusals {
  count: number
  p50: number
  p95: number
  p99: number
}

/**
 * Measures the duration of refusals from a separate process. Under overload k6 uses so much processor time that it
 * would measure its own delays.
 */
export function observeRefusals(options: {
  processes: Processes
  url: string
  cookie: string
  processors: string | undefined
}): { stop(): Promise<Refusals> } {
  const { processes, url, cookie, processors } = options
  let durations: number[] = []
  const observer = processes.launch({
    name: 'observer',
    ...onProcessors(processors, { command: process.execPath, args: [OBSERVER] }),
    env: { ...process.env, OBSERVED_URL: url, OBSERVER_COOKIE: cookie },
    isReady: () => true,
    readyWithinMs: 0,
    niceness: NICENESS,
    onLine(line) {
      if (line.startsWith('[')) durations = Durations.parse(JSON.parse(line))
    },
  })
  return {
    async stop() {
      await observer.stop()
      return refusalsOf(durations)
    },
  }
}

export function refusalsOf(durations: number[]): Refusals {
  const sorted = durations.toSorted((a, b) => a - b)
  const percentile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) }
}
