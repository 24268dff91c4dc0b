import { unavailable } from '@zing/kit/errors'

/**
 * Runs at most `running` jobs at a time and lets at most `waiting` more wait; beyond that a 503. For work that costs
 * processor time or memory: a flood of it must not starve everything else (SEC-49b, SEC-53).
 */
export function createLimited(running: number, waiting: number) {
  let active = 0
  const queue: (() => void)[] = []

  return async function limited<T>(work: () => Promise<T>): Promise<T> {
    if (active >= running) {
      if (queue.length >= waiting) throw unavailable()
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      active += 1
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next)
        next() // it takes over this place
      else active -= 1
    }
  }
}
