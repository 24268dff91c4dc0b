import { intervalWhileNeeded } from '@zing/kit/interval-while-needed'
import type { ClientSocket } from './client-socket.ts'
import type { Connections } from './connections.ts'

/** A prime, since user ids are allocated in blocks of 100 that are often only used from the start. */
export const BUCKETS = 97

/**
 * Visits every socket once in `everyMs`, one bucket of users at a time, so that no burst of frames delays messages. A
 * process without sockets has no timer.
 */
export function staggeredInterval(
  connections: Pick<Connections, 'all' | 'onOpen'>,
  everyMs: number,
  visit: (sockets: ClientSocket[]) => void,
): { stop(): void } {
  let bucket = 0
  const interval = intervalWhileNeeded(everyMs / BUCKETS, () => {
    const all = connections.all()
    visit(all.filter(({ userId }) => userId % BUCKETS === bucket))
    bucket = (bucket + 1) % BUCKETS
    return all.length > 0
  })
  connections.onOpen(interval.start)
  return interval
}
