import { setTimeout as pause } from 'node:timers/promises'
import { epochRaised } from '@zing/proto/nats/broadcasts'
import type { Connection } from 'mongoose'
import { retry, retryDelayMs } from '../timing/retry.ts'
import { broadcast, subscribe } from './broadcast.ts'
import type { Nats } from './connection.ts'

export interface Epoch {
  current(): number
  /** Stores a higher epoch and broadcasts it to the service's other processes. Idempotent. */
  raise(epoch: number): Promise<void>
}

export interface FollowedEpoch extends Epoch {
  /** Reads the stored epoch. A process without NATS does not receive the broadcast of a process that has raised it. */
  refresh(): Promise<number>
  /** Calls `listener` whenever this process reaches a higher epoch. */
  onRaise(listener: () => void): void
}

/** Follows the service's epoch (reset generation, from 0), which its processes share through its database. */
export async function followEpoch(db: Connection, nats: Nats, service: string): Promise<FollowedEpoch> {
  const meta = db.collection<{ _id: string; value: number }>('meta')
  const listeners: (() => void)[] = []
  let current = 0

  function reach(epoch: number): void {
    if (epoch <= current) return
    current = epoch
    for (const listener of listeners) listener()
  }

  async function refresh(): Promise<number> {
    const stored = await meta.findOne({ _id: 'epoch' })
    reach(stored?.value ?? 0)
    return current
  }

  /** Broadcasts are lost while NATS is disconnected; the database may be unavailable when it is back. */
  async function catchUp(): Promise<void> {
    for (let attempt = 0; nats.up(); attempt++) {
      try {
        await refresh()
        return
      } catch (err) {
        nats.log.warn({ err }, 'epoch read failed, will be retried')
        await pause(retryDelayMs(attempt), undefined, { ref: false })
      }
    }
  }

  await retry(refresh, { onFailure: (err) => nats.log.warn({ err }, 'epoch read failed, will be retried') })
  nats.onChange((isUp) => {
    if (isUp) void catchUp()
  })
  subscribe(nats, epochRaised, (raised) => {
    if (raised.service === service) reach(raised.epoch)
  })

  return {
    current: () => current,
    refresh,
    async raise(epoch) {
      await meta.updateOne({ _id: 'epoch' }, { $max: { value: epoch } }, { upsert: true })
      reach(epoch)
      broadcast(nats, epochRaised, { service, epoch })
    },
    onRaise: (listener) => void listeners.push(listener),
  }
}

/** Filter that ignores documents of an older epoch: a delayed write can store one after the reset that deletes them. */
export function ofCurrentEpoch({ epoch }: { epoch: Epoch }): { epoch: { $gte: number } } {
  return { epoch: { $gte: epoch.current() } }
}
