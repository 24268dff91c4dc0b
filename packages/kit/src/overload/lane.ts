import { AsyncLocalStorage } from 'node:async_hooks'

export interface LaneLimits {
  /** Requests that the service handles at a time. */
  maxInFlight: number
  maxQueued: number
  /** Called when a job ends, with its running time in ms. */
  onEnd?(tookMs: number): void
}

/** The wait in the lane's queue. */
export interface Delay {
  /**
   * Expected wait of work that arrives now, in ms. 0 while none waits, and while the service has stopped, which is not
   * overload.
   */
  ms: number
  /** Time since no work waited, in ms: a burst passes, overload lasts. */
  lastsMs: number
}

export interface Job {
  /** A job that has not started by then, in ms of `now`, never starts. */
  startBy: number
  start(): void
  /** Called when the job's turn comes, even too late. Returns true to refuse the job. */
  refuse?(turn: Turn): boolean
}

export interface Turn {
  /** True if `startBy` has passed: the job does not start, whatever `refuse` returns. */
  isLate: boolean
  /** Time in ms for which the job has waited. */
  waitedMs: number
  /** Time in ms since the latest job arrived, whether it entered or not. */
  latestMs: number
  /** The delay of the jobs behind this one. */
  delay: Delay
}

export interface Lane {
  /** Starts the job now or once there is room. Returns a function that ends or cancels it, or null when the queue is full. */
  enter(job: Job): (() => void) | null
  inFlight(): number
  queued(): number
  /** Call it once for each job that arrives, before the job enters or is refused. */
  recordArrival(): Delay
}

interface Entry {
  job: Job
  /** Null until the job starts, and after it has ended. */
  startedAt: number | null
}

interface Waiting {
  arrivedAt: number
  /** Runs work in the async context in which the job arrived, so its log lines have the request id. */
  inContext<T>(work: () => T): T
}

/** Averages over about twenty jobs. */
const WEIGHT_OF_LATEST = 0.05
/** A longer interval means that the service had stopped, and says nothing about its speed. */
const LONGEST_INTERVAL_MS = 100
/** After this long without a start the service counts as stopped. Deadlines and the queue's length then bound the wait. */
const STOPPED_MS = 1_000
/** Replaces a job that has ended: V8 may keep its entry with an earlier table of the queue. */
const ENDED: Job = { startBy: 0, start() {} }

/** Limits how many jobs of one kind run at a time. The others wait and start in the order of their arrival. */
export function createLane({ maxInFlight, maxQueued, onEnd }: LaneLimits, now: () => number): Lane {
  const queue = new Map<Entry, Waiting>()
  let running = 0
  let queuedSince = 0
  let latestArrivalAt = 0
  let lastStartAt = 0
  let startEveryMs = 0 // moving average while jobs wait

  function startNext(): void {
    if (now() - lastStartAt >= STOPPED_MS) queuedSince = now() // work that waited for a stopped service is a burst
    for (const [entry, { arrivedAt, inContext }] of queue) {
      if (running >= maxInFlight) return
      queue.delete(entry)
      const { job } = entry
      const at = now()
      const isLate = job.startBy <= at
      const turn = { isLate, waitedMs: at - arrivedAt, latestMs: at - latestArrivalAt, delay: currentDelay() }
      if (inContext(() => job.refuse?.(turn)) || isLate) continue
      const interval = Math.min(now() - lastStartAt, LONGEST_INTERVAL_MS)
      startEveryMs += (interval - startEveryMs) * WEIGHT_OF_LATEST
      lastStartAt = now()
      inContext(() => start(entry))
    }
  }

  function start(entry: Entry): void {
    running++
    entry.startedAt = now()
    entry.job.start()
  }

  function end(entry: Entry): void {
    if (entry.startedAt === null) return
    onEnd?.(now() - entry.startedAt)
    entry.startedAt = null
    running--
    startNext()
  }

  function enqueue(entry: Entry): void {
    if (queue.size === 0) {
      queuedSince = now()
      lastStartAt = now()
      startEveryMs = 0 // the average may be from before a pause, and twenty starts make a new one
    }
    queue.set(entry, { arrivedAt: now(), inContext: AsyncLocalStorage.snapshot() })
  }

  function currentDelay(): Delay {
    const hasStopped = now() - lastStartAt >= STOPPED_MS
    if (queue.size === 0 || hasStopped) return { ms: 0, lastsMs: 0 }
    return { ms: queue.size * startEveryMs, lastsMs: now() - queuedSince }
  }

  return {
    enter(job) {
      const entry: Entry = { job, startedAt: null }
      if (running < maxInFlight) start(entry)
      else if (queue.size < maxQueued) enqueue(entry)
      else return null
      return () => {
        queue.delete(entry)
        end(entry)
        entry.job = ENDED
      }
    },
    inFlight: () => running,
    queued: () => queue.size,
    recordArrival() {
      latestArrivalAt = now()
      return currentDelay()
    },
  }
}
