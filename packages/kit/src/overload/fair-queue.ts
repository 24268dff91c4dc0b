import { type AppError, errors } from '@zing/proto/errors'
import { RETRY_AFTER_SECONDS } from '@zing/proto/limits'
import { ensureInTime, requestSignal } from '../timing/deadline.ts'

export interface FairQueueOptions {
  /** The maximum weight of running jobs. */
  capacity: number
  /** The maximum number of waiting jobs in a lane. */
  maxQueued: number
  /** Less than the time that the gateway waits for a response. */
  maxWaitMs: number
}

export interface Job {
  /** Each owner has at most one waiting job. */
  owner?: number | undefined
  weight?: number
}

export interface FairQueue<Lane extends string> {
  /** Resolves when it is the job's turn. The returned function ends the turn. */
  enter(lane: Lane, job?: Job): Promise<() => void>
  /** Runs `work` when it is its turn. */
  run<T>(lane: Lane, work: () => Promise<T>, job?: Job): Promise<T>
}

interface Waiting {
  owner: number | undefined
  weight: number
  start(): void
}

/**
 * Runs jobs up to a capacity. Waiting jobs start in order within their lane. The lanes take turns, so that a flood in
 * one lane does not delay the others. A job that does not fit or waits too long gets a 503. A job never starts after
 * its client leaves or its deadline passes (SEC-49b, SEC-53).
 */
export function createFairQueue<Lane extends string>(options: FairQueueOptions): FairQueue<Lane> {
  const { capacity, maxQueued, maxWaitMs } = options
  const lanes = new Map<Lane, Waiting[]>() // only lanes with waiting jobs, in the order of their turns
  let used = 0

  async function enter(lane: Lane, { owner, weight = 1 }: Job = {}): Promise<() => void> {
    ensureInTime()
    if (lanes.size === 0 && used + weight <= capacity) used += weight
    else await turn(lane, owner, weight)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      used -= weight
      startWaiting()
    }
  }

  function turn(lane: Lane, owner: number | undefined, weight: number): Promise<void> {
    const waiting = lanes.get(lane) ?? []
    if (owner !== undefined && waiting.some((other) => other.owner === owner)) throw tooManyRequests()
    if (waiting.length >= maxQueued) throw errors.unavailable()
    const signal = requestSignal()

    return new Promise((resolve, reject) => {
      function forget(): void {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      function giveUp(): void {
        forget()
        waiting.splice(waiting.indexOf(job), 1)
        if (waiting.length === 0) lanes.delete(lane)
        reject(errors.unavailable())
        startWaiting() // the next job may be smaller
      }
      const job: Waiting = {
        owner,
        weight,
        start() {
          forget()
          resolve()
        },
      }
      const timer = setTimeout(giveUp, maxWaitMs)
      signal?.addEventListener('abort', giveUp)
      lanes.set(lane, waiting)
      waiting.push(job)
    })
  }

  function startWaiting(): void {
    for (const [lane, waiting] of lanes) {
      const [job] = waiting
      if (!job || used + job.weight > capacity) return
      used += job.weight
      waiting.shift()
      lanes.delete(lane)
      if (waiting.length > 0) lanes.set(lane, waiting) // behind the others; this loop reaches it again
      job.start()
    }
  }

  return {
    enter,
    async run(lane, work, job) {
      const leave = await enter(lane, job)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

function tooManyRequests(): AppError {
  return errors.tooManyRequests({ retryAfterSeconds: RETRY_AFTER_SECONDS })
}
