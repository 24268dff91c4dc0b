import type { Connections } from './connections.ts'
import type { Session } from './session.ts'

/** A prime, since user ids are allocated in blocks of 100 that are often only used from the start. */
export const BUCKETS = 97

/** Visits every socket once in `everyMs`, one bucket of users at a time, so that no burst of frames delays messages. */
export function staggeredInterval(
  connections: Pick<Connections, 'all'>,
  everyMs: number,
  visit: (sessions: Session[]) => void,
): { stop(): void } {
  let bucket = 0
  const timer = setInterval(() => {
    visit(connections.all().filter(({ userId }) => userId % BUCKETS === bucket))
    bucket = (bucket + 1) % BUCKETS
  }, everyMs / BUCKETS)
  return { stop: () => clearInterval(timer) }
}
