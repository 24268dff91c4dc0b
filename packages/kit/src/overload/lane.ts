import { AsyncLocalStorage } from 'node:async_hooks'

export interface LaneLimits {
  /** Most requests that the service handles at a time. A slow service gets fewer: what it handles in TARGET_MS. */
  maxInFlight: number
  maxQueued: number
  /** Called when a job ends, with its running time in ms. */
  onEnd?(tookMs: number): void
}

/** The time until work is done. */
export interface Delay {
  /**
   * Expected time until work that arrives now is done, in ms. 0 while none waits, and while the service has stopped, which
   * is not overload.
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

/** The longest time that a job should take in the service. */
const TARGET_MS = 600
/** A service gets this many jobs at a time, however slow it is. */
const MIN_IN_FLIGHT = 8
/** The interval between ends is a moving average over about this many. */
const AVERAGED_ENDS = 20
/** A longer interval means that the service had stopped, and says nothing about its speed. */
const LONGEST_INTERVAL_MS = 100
/** After this long without an end the service counts as stopped. Deadlines and the queue's length then bound the wait. */
const STOPPED_MS = 1_000
/** Replaces a job that has ended: V8 may keep its entry with an earlier table of the queue. */
const ENDED: Job = { startBy: 0, start() {} }

/**
 * Limits how many jobs of one kind run at a time. The others wait and start in the order of their arrival. While jobs wait,
 * the interval between ends tells the service's speed. The delay and the number of jobs at a time follow from it.
 */
export function createLane({ maxInFlight, maxQueued, onEnd }: LaneLimits, now: () => number): Lane {
  const queue = new Map<Entry, Waiting>()
  let running = 0
  let queuedSince = 0
  let latestArrivalAt = 0
  let lastEndAt = 0
  let endEveryMs = 0 // average while jobs wait
  let room = maxInFlight

  function startNext(): void {
    for (const [entry, { arrivedAt, inContext }] of queue) {
      if (running >= room) return
      queue.delete(entry)
      const { job } = entry
      const at = now()
      const isLate = job.startBy <= at
      const turn = { isLate, waitedMs: at - arrivedAt, latestMs: at - latestArrivalAt, delay: currentDelay() }
      if (inContext(() => job.refuse?.(turn)) || isLate) continue
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
    if (queue.size > 0) learnInterval()
    startNext()
  }

  /** Jobs take TARGET_MS when as many run as end in this time (Little's law). Their number grows by one with each end. */
  function learnInterval(): void {
    if (hasStopped()) return beginBurst()
    const interval = Math.min(now() - lastEndAt, LONGEST_INTERVAL_MS)
    lastEndAt = now()
    endEveryMs += (interval - endEveryMs) / AVERAGED_ENDS
    room = Math.min(Math.max(MIN_IN_FLIGHT, TARGET_MS / endEveryMs), room + 1, maxInFlight)
  }

  function beginBurst(): void {
    queuedSince = now()
    lastEndAt = now()
    endEveryMs = 0
  }

  function enqueue(entry: Entry): void {
    if (queue.size === 0) beginBurst()
    queue.set(entry, { arrivedAt: now(), inContext: AsyncLocalStorage.snapshot() })
  }

  function currentDelay(): Delay {
    if (queue.size === 0 || hasStopped()) return { ms: 0, lastsMs: 0 }
    return { ms: (running + queue.size) * endEveryMs, lastsMs: now() - queuedSince }
  }

  function hasStopped(): boolean {
    return now() - lastEndAt >= STOPPED_MS
  }

  return {
    enter(job) {
      const entry: Entry = { job, startedAt: null }
      if (running < room) start(entry)
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
