import type { Connections } from './connections.ts'
import type { Session } from './session.ts'

/** A prime: user ids come in blocks of 100, of which a process that is restarted often uses only the start. */
export const BUCKETS = 97

/**
 * Visits every socket once in `everyMs`, a share of the users at a time: a frame to each of hundreds in one moment would
 * hold up everybody's messages, here, in the gateway and in whoever asks auth. One timer for all of them.
 */
export function staggeredInterval(
  connections: Pick<Connections, 'all'>,
  everyMs: number,
  visit: (sessions: Session[]) => void,
): { stop(): void } {
  let turn = 0
  const timer = setInterval(() => {
    visit(connections.all().filter(({ userId }) => userId % BUCKETS === turn))
    turn = (turn + 1) % BUCKETS
  }, everyMs / BUCKETS)
  return { stop: () => clearInterval(timer) }
}
