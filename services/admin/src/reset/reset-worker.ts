import { setTimeout as pause } from 'node:timers/promises'
import type { Nats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import type { Log } from '@zing/kit/observability/logger'
import { type RESETTABLE, resetOf } from '@zing/proto/nats/rpc/reset'
import { deleteOlder } from '../deletion/delete-older.ts'
import type { Models } from '../models/models.ts'
import { RESET_ID } from '../models/reset.ts'
import type { Times } from '../times.ts'

export interface ResetWorker {
  /** Resolves when every service has confirmed the stored reset; false if this process stops first. */
  finish(): Promise<boolean>
  stop(): void
}

interface Deps {
  models: Models
  nats: Nats
  log: Log
}

const POLL_MS = 10_000 // only for a reset whose admin process has ended and is not started again
const RETRY_MS = 1_000
const CONFIRM_TIMEOUT_MS = 5_000 // a large deletion continues with the next request

/** Completes the stored reset, also after a crash. Every step is idempotent, so several processes may run it. */
export function startResetWorker(deps: Deps, { resetPollMs = POLL_MS }: Times = {}): ResetWorker {
  const stopped = new AbortController()
  let running: Promise<boolean> | null = null

  /** Runs are sequential: a run that started before the reset was stored may have missed it. */
  function finish(): Promise<boolean> {
    const run = (running ?? Promise.resolve(true)).then(work).finally(() => {
      if (running === run) running = null
    })
    running = run
    return run
  }

  async function work(): Promise<boolean> {
    while (!stopped.signal.aborted) {
      if (await confirmAll(deps).catch(logFailure)) return true
      await pause(RETRY_MS, undefined, { signal: stopped.signal }).catch(() => {}) // stopped: the loop ends
    }
    return false
  }

  function logFailure(err: unknown): false {
    if (!stopped.signal.aborted) deps.log.warn({ err }, 'reset incomplete, retrying')
    return false
  }

  function poll(): void {
    if (!running) void finish()
  }

  poll()
  const timer = setInterval(poll, resetPollMs)
  return {
    finish,
    stop() {
      clearInterval(timer)
      stopped.abort()
    },
  }
}

/** Requests the reset from all services that have not confirmed, in parallel; throws if a request fails. */
async function confirmAll({ models, nats, log }: Deps): Promise<boolean> {
  const reset = await models.Reset.findById(RESET_ID).lean()
  if (!reset || reset.waitingFor.length === 0) return true
  const { epoch } = reset
  await deleteOlder(models, epoch)

  async function confirm(service: (typeof RESETTABLE)[number]): Promise<void> {
    await request(nats, resetOf(service), { epoch }, CONFIRM_TIMEOUT_MS)
    // stored per service: a repeated request to auth would revoke the sessions of users who registered since
    await models.Reset.updateOne({ _id: RESET_ID, epoch }, { $pull: { waitingFor: service } })
    log.info({ by: service, epoch }, 'reset confirmed')
  }

  const results = await Promise.allSettled(reset.waitingFor.map(confirm))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return true
}
