import { createLane, type Turn } from '@zing/kit/overload/lane'
import { isOutdated, isOverloaded, MESSAGE_MAX_DELAY_MS, ORDINARY_CALLS, startBy } from '@zing/kit/overload/overload'
import { errors } from '@zing/proto/errors'

export interface SendLane {
  /** True while messages wait for too long. To be called once for each message that arrives. */
  isOverloaded(): boolean
  /** Runs work when there is room; rejects with a 503 when the lane is full, stops, or would begin the work too late. */
  run<T>(deadline: number, work: () => Promise<T>): Promise<T>
  /** Rejects what has not begun. */
  stop(): void
}

/** The lane of this process for messages that arrive over sockets, with the bounds of the gateway for ordinary calls. */
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
