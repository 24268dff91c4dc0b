import { epochRaised } from '@zing/proto/nats/broadcasts'
import type { Connection } from 'mongoose'
import { broadcast, subscribe } from './broadcast.ts'
import type { Nats } from './connection.ts'

export interface Epoch {
  current(): number
  /** Stores a higher epoch and broadcasts it to the service's other processes. Idempotent. */
  raise(epoch: number): Promise<void>
}

export interface FollowedEpoch extends Epoch {
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

  async function read(): Promise<void> {
    const stored = await meta.findOne({ _id: 'epoch' })
    reach(stored?.value ?? 0)
  }

  await read()
  nats.onChange((isUp) => {
    // broadcasts are lost while NATS is disconnected
    if (isUp) read().catch((err: unknown) => nats.log.warn({ err }, 'epoch read failed'))
  })
  subscribe(nats, epochRaised, (raised) => {
    if (raised.service === service) reach(raised.epoch)
  })

  return {
    current: () => current,
    async raise(epoch) {
      await meta.updateOne({ _id: 'epoch' }, { $max: { value: epoch } }, { upsert: true })
      reach(epoch)
      broadcast(nats, epochRaised, { service, epoch })
    },
    onRaise: (listener) => void listeners.push(listener),
  }
}

/** Filter that ignores documents of an older epoch, which a delayed write can store after the reset that deletes them. */
export function ofCurrentEpoch({ epoch }: { epoch: Epoch }): { epoch: { $gte: number } } {
  return { epoch: { $gte: epoch.current() } }
}
