import type { Nats } from './connection.ts'
import { startReconciliation } from './reconcile.ts'

/** By then the requests and events that were in flight have ended. */
export const SETTLE_MS = 60_000

/** A timer may fire a little before that time has passed by the clock. */
const CLOCK_MARGIN_MS = 50

export interface SettledSweep {
  /** Runs the sweep SETTLE_MS from now, or later if one is due before that. */
  soon(): void
  stop(): void
}

interface SweepOptions {
  /** Logged when a sweep fails; the next one makes up for it. */
  failure: string
  settleMs?: number
}

/**
 * Repeats a deletion SETTLE_MS after each `soon`, after the start and once a day: a write that was in flight can store
 * something after the deletion that should have included it.
 */
export function startSettledSweep(
  nats: Nats,
  sweep: () => Promise<void>,
  { failure, settleMs = SETTLE_MS }: SweepOptions,
): SettledSweep {
  let timer: NodeJS.Timeout | null = null
  let isAskedAgain = false

  function soon(): void {
    if (timer) {
      isAskedAgain = true
      return
    }
    isAskedAgain = false
    timer = setTimeout(run, settleMs + CLOCK_MARGIN_MS).unref()
  }

  function run(): void {
    timer = null
    if (isAskedAgain) soon()
    sweep().catch((err: unknown) => nats.log.warn({ err }, failure))
  }

  const daily = startReconciliation(nats, sweep)
  soon() // for what a process did that has ended since
  return {
    soon,
    stop() {
      if (timer) clearTimeout(timer)
      daily.stop()
    },
  }
}
