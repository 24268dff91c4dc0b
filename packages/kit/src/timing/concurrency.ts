/** Runs the tasks of one key in order, and tasks of different keys side by side. A task must not reject. */
export type KeyedQueue = (key: string, task: () => Promise<void>) => Promise<void>

/** Creates a queue for work whose order counts. It forgets a key when its last task has ended. */
export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<void>>()
  return async function run(key, task) {
    const done = (last.get(key) ?? Promise.resolve()).then(task)
    last.set(key, done)
    await done
    if (last.get(key) === done) last.delete(key)
  }
}

/** Runs work, at most `max` at a time; the rest waits in order. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Creates a limit for background work that would take too much at once. Calls of clients wait in a `createLane`, which
 * refuses them in time. After `signal` is aborted, waiting work is rejected with the signal's reason.
 */
export function createLimit(max: number, signal: AbortSignal): Limit {
  const waiting: PromiseWithResolvers<void>[] = []
  let running = 0
  signal.addEventListener('abort', () => {
    for (const { reject } of waiting.splice(0)) reject(signal.reason)
  })

  async function start(): Promise<void> {
    signal.throwIfAborted()
    if (running < max) running += 1
    else {
      const turn = Promise.withResolvers<void>() // takes the place of work that has ended
      waiting.push(turn)
      await turn.promise
    }
  }

  return async function run(work) {
    await start()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next.resolve()
      else running -= 1
    }
  }
}
