import { AsyncLocalStorage } from 'node:async_hooks'

export interface LaneLimits {
  /** Requests that the service handles at a time. */
  maxInFlight: number
  maxQueued: number
  /** Called when a job ends, with how long it has run, in ms. */
  onEnd?(tookMs: number): void
}

/** How long work waits before it is begun. */
export interface Delay {
  /** Expected for work that arrives now, in ms. 0 when none waits, and when the service has stopped: that is no overload. */
  ms: number
  /** Time since none waited, in ms: a burst passes, overload lasts. */
  lastsMs: number
}

export interface Job {
  /** In ms of `now`. A job that has not started by then never does. */
  startBy: number
  start(): void
  /** Called when its turn comes, also when that is too late. Returns true if the job was refused and is not to start. */
  refuse?(turn: Turn): boolean
}

export interface Turn {
  /** True if `startBy` has passed: the job does not start, whatever `refuse` returns. */
  isLate: boolean
  /** How long the job has waited, in ms. */
  waitedMs: number
  /** Time since the latest job arrived, entered or not, in ms. */
  latestMs: number
  /** Of the jobs that wait behind it. */
  delay: Delay
}

export interface Lane {
  /** Starts the job now or once there is room. Returns a function that ends or cancels it, or null when the queue is full. */
  enter(job: Job): (() => void) | null
  inFlight(): number
  queued(): number
  /** To be called once for each job that arrives, before it enters or is refused. */
  recordArrival(): Delay
}

interface Entry {
  job: Job
  /** Null until the job starts, and after it has ended. */
  startedAt: number | null
}

interface Waiting {
  arrivedAt: number
  /** Runs work in the async context in which the job arrived, so that its log lines have its request id. */
  inContext<T>(work: () => T): T
}

/** Averages over about twenty jobs. */
const WEIGHT_OF_LATEST = 0.05
/** A longer interval is a service that had stopped: it says nothing about what the service carries. */
const LONGEST_INTERVAL_MS = 100
/** A service that starts nothing for so long has stopped; deadlines and the length of the queue bound what waits for it. */
const STOPPED_MS = 1_000
/** Takes the place of a job that has ended, whose entry V8 may keep with an earlier table of the queue. */
const ENDED: Job = { startBy: 0, start() {} }

/** Limits how many jobs of one kind run at a time; those that wait start in the order of their arrival. */
export function createLane({ maxInFlight, maxQueued, onEnd }: LaneLimits, now: () => number): Lane {
  const queue = new Map<Entry, Waiting>()
  let running = 0
  let queuedSince = 0
  let latestArrivalAt = 0
  let lastStartAt = 0
  let startEveryMs = 0 // moving average while jobs wait

  function startNext(): void {
    if (now() - lastStartAt >= STOPPED_MS) queuedSince = now() // what waited for a service that had stopped is a burst
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
      startEveryMs = 0 // what was learnt may be from before a pause; twenty starts are learnt soon
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
