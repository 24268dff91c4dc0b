import { createLane, type Turn } from '@zing/kit/overload/lane'
import { isOutdated, isOverloaded, MESSAGE_MAX_DELAY_MS, ORDINARY_CALLS, startBy } from '@zing/kit/overload/overload'
import { errors } from '@zing/proto/errors'

export interface SendLane {
  /** True while messages wait for too long. Call it once for each arriving message. */
  isOverloaded(): boolean
  /** Runs work when there is room. Rejects with a 503 when the lane is full or stops, or the work would start too late. */
  run<T>(deadline: number, work: () => Promise<T>): Promise<T>
  /** Rejects waiting work. */
  stop(): void
}

/** Creates the process's lane for messages over sockets, with the gateway's bounds for ordinary calls. */
export function createSendLane(): SendLane {
  const lane = createLane(ORDINARY_CALLS, () => performance.now())
  const waiting = new Set<() => void>()
  let isStopping = false

  async function run<T>(deadline: number, work: () => Promise<T>): Promise<T> {
    const turn = Promise.withResolvers<void>()
    const latestStart = startBy(deadline, ORDINARY_CALLS.deadlineMs)
    function cancel(): void {
      waiting.delete(cancel)
      turn.reject(errors.unavailable())
    }
    function start(): void {
      waiting.delete(cancel)
      turn.resolve()
    }
    function refuse(itsTurn: Turn): boolean {
      const mustRefuse = itsTurn.isLate || isOutdated(itsTurn, MESSAGE_MAX_DELAY_MS)
      if (mustRefuse) cancel()
      return mustRefuse
    }
    waiting.add(cancel)
    const leave = isStopping ? null : lane.enter({ startBy: latestStart, start, refuse })
    if (!leave) cancel()
    try {
      await turn.promise
      return await work()
    } finally {
      leave?.()
    }
  }

  return {
    isOverloaded: () => isOverloaded(lane.recordArrival(), MESSAGE_MAX_DELAY_MS),
    run,
    stop() {
      isStopping = true
      for (const cancel of waiting) cancel()
    },
  }
}
