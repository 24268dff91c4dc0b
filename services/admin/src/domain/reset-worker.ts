import { setTimeout as pause } from 'node:timers/promises'
import type { Nats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import type { Log } from '@zing/kit/observability/logger'
import { type RESETTABLE, resetOf } from '@zing/proto/nats/rpc'
import type { Models } from '../models/models.ts'
import { RESET_ID } from '../models/reset.ts'

export interface ResetWorker {
  /** Resolves when every service has confirmed the stored reset; false if this process stops before. */
  finish(): Promise<boolean>
  stop(): void
}

interface Tools {
  models: Models
  nats: Nats
  log: Log
}

const POLL_MS = 5_000
const RETRY_MS = 1_000
/** A service that deletes much takes its time; asked again, it goes on. */
const CONFIRM_MS = 5_000

/**
 * Works on the stored reset until it is done, and looks regularly for what a crash, here or in another process, has left
 * undone. If two processes work on one reset no harm is done: every step may be repeated.
 */
export function startResetWorker(tools: Tools): ResetWorker {
  const stopped = new AbortController()
  let running: Promise<boolean> | null = null

  /** One after another: a turn that has begun before a reset was stored may not have seen it. */
  function finish(): Promise<boolean> {
    const turn = (running ?? Promise.resolve(true)).then(work).finally(() => {
      if (running === turn) running = null
    })
    running = turn
    return turn
  }

  async function work(): Promise<boolean> {
    while (!stopped.signal.aborted) {
      if (await tryToFinish(tools).catch(later)) return true
      await pause(RETRY_MS, undefined, { signal: stopped.signal }).catch(() => {}) // stopped: the loop ends
    }
    return false
  }

  function later(err: unknown): false {
    if (!stopped.signal.aborted) tools.log.warn({ err }, 'reset not done yet')
    return false
  }

  function look(): void {
    if (!running) void finish()
  }

  look()
  const timer = setInterval(look, POLL_MS)
  return {
    finish,
    stop() {
      clearInterval(timer)
      stopped.abort()
    },
  }
}

/** Asks everybody who has not confirmed, at once; throws if one of them does not. */
async function tryToFinish({ models, nats, log }: Tools): Promise<boolean> {
  const reset = await models.Reset.findById(RESET_ID).lean()
  if (!reset || reset.waitingFor.length === 0) return true
  const { epoch } = reset

  async function confirm(service: (typeof RESETTABLE)[number]): Promise<void> {
    await request(nats, resetOf(service), { epoch }, CONFIRM_MS)
    // noted one by one: auth, asked again, would end the sessions of those who have come since
    await models.Reset.updateOne({ _id: RESET_ID, epoch }, { $pull: { waitingFor: service } })
    log.info({ by: service, epoch }, 'reset confirmed')
  }

  const outcomes = await Promise.allSettled(reset.waitingFor.map(confirm))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return true
}
