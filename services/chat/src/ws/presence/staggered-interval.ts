import type { ClientSocket } from '../sockets/client-socket.ts'
import type { Connections } from '../sockets/connections.ts'

/** A prime: user ids come in blocks of 100, of which often only the first are used. */
export const BUCKETS = 97

/** Bounds how many sockets that open in skipped buckets are visited together. */
const MAX_STEPS = 12

/**
 * Visits every socket at least once in `everyMs`. It visits one bucket of users at a time, so that frames come in no burst.
 * The timer skips empty buckets: a process with few sockets wakes rarely, one without sockets has no timer.
 */
export function staggeredInterval(
  connections: Pick<Connections, 'all' | 'onOpen'>,
  everyMs: number,
  visit: (sockets: ClientSocket[]) => void,
): { stop(): void } {
  let timer: NodeJS.Timeout | null = null
  let visited = BUCKETS - 1

  /** Returns how many buckets the timer passes before the user's, from 1 to BUCKETS. */
  function stepsTo({ userId }: ClientSocket): number {
    return ((userId - visited - 1 + BUCKETS) % BUCKETS) + 1
  }

  function schedule(sockets: ClientSocket[]): void {
    const steps = sockets.reduce((least, socket) => Math.min(least, stepsTo(socket)), MAX_STEPS)
    timer = sockets.length > 0 ? setTimeout(() => run(steps), (steps * everyMs) / BUCKETS) : null
  }

  /** Visits skipped buckets too, because a socket may have opened there. */
  function run(steps: number): void {
    const sockets = connections.all()
    const due = sockets.filter((socket) => stepsTo(socket) <= steps)
    visited = (visited + steps) % BUCKETS
    schedule(sockets)
    if (due.length > 0) visit(due)
  }

  connections.onOpen(() => {
    if (!timer) schedule(connections.all())
  })
  return {
    stop() {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
