export interface LaneLimits {
  /** Requests that the service handles at a time. */
  maxInFlight: number
  maxQueued: number
}

export interface Job {
  /** In ms of `now`. A job that has not started by then never does. */
  startBy: number
  start(): void
}

export interface Lane {
  /** Starts the job now or once there is room. Returns a function that ends or cancels it, or null when the queue is full. */
  enter(job: Job): (() => void) | null
  inFlight(): number
  queued(): number
}

/** Limits how many jobs of one kind run at a time; those that wait start in the order of their arrival. */
export function createLane({ maxInFlight, maxQueued }: LaneLimits, now: () => number): Lane {
  const running = new Set<Job>()
  const queue = new Set<Job>()

  function startNext(): void {
    for (const job of queue) {
      if (running.size >= maxInFlight) return
      queue.delete(job)
      if (job.startBy > now()) start(job)
    }
  }

  function start(job: Job): void {
    running.add(job)
    job.start()
  }

  return {
    enter(job) {
      if (running.size < maxInFlight) start(job)
      else if (queue.size < maxQueued) queue.add(job)
      else return null
      return () => {
        queue.delete(job)
        if (running.delete(job)) startNext()
      }
    },
    inFlight: () => running.size,
    queued: () => queue.size,
  }
}
