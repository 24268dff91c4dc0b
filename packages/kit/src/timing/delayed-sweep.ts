import type { Nats } from '../nats/connection.ts'
import { startDailyRun } from './daily-run.ts'

/** Requests and events that were in flight have ended by then. */
export const SWEEP_DELAY_MS = 60_000

/** A timer may fire a little before its time by the clock. */
const CLOCK_MARGIN_MS = 50

export interface DelayedSweep {
  /** Runs the sweep SWEEP_DELAY_MS from now, or later if a sweep is due before that. */
  soon(): void
  stop(): void
}

interface SweepOptions {
  /** Names the sweep in logs. When a sweep fails, the next one makes up for it. */
  name: string
  delayMs?: number
}

/**
 * Repeats a deletion SWEEP_DELAY_MS after each `soon`, after the start and once a day. A write that was in flight can store
 * something after the deletion that should have included it.
 */
export function startDelayedSweep(
  nats: Nats,
  sweep: () => Promise<void>,
  { name, delayMs = SWEEP_DELAY_MS }: SweepOptions,
): DelayedSweep {
  let timer: NodeJS.Timeout | null = null
  let isDueAgain = false

  function soon(): void {
    if (timer) {
      isDueAgain = true
      return
    }
    isDueAgain = false
    timer = setTimeout(run, delayMs + CLOCK_MARGIN_MS).unref()
  }

  function run(): void {
    timer = null
    if (isDueAgain) soon()
    sweep().catch((err: unknown) => nats.log.warn({ err }, `${name} failed`))
  }

  const daily = startDailyRun(nats, name, sweep)
  soon() // covers a process that has ended since
  return {
    soon,
    stop() {
      if (timer) clearTimeout(timer)
      daily.stop()
    },
  }
}
