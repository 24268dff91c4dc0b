export interface NeededInterval {
  /** Begins to call `work`, unless it does already. */
  start(): void
  stop(): void
}

/**
 * Calls `work` every `everyMs` from `start` until it returns false, so that a process without work has no timer. Use it for
 * quick work in memory. For work that can fail or take long, use `repeat`.
 */
export function intervalWhileNeeded(everyMs: number, work: () => boolean): NeededInterval {
  let timer: NodeJS.Timeout | null = null

  function stop(): void {
    if (timer) clearInterval(timer)
    timer = null
  }
  return {
    start() {
      timer ??= setInterval(() => {
        if (!work()) stop()
      }, everyMs)
    },
    stop,
  }
}
