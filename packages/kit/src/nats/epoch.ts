import { epochRaised } from '@zing/proto/nats/broadcasts'
import type { Connection } from 'mongoose'
import { broadcast, subscribe } from './broadcast.ts'
import type { Nats } from './connection.ts'

export interface Epoch {
  current(): number
  /** Stores a higher epoch and broadcasts it to the service's other processes. Idempotent. */
  raise(epoch: number): Promise<void>
}

/** Follows the service's epoch (reset generation, from 0), which its processes share through its database. */
export async function followEpoch(db: Connection, nats: Nats, service: string): Promise<Epoch> {
  const meta = db.collection<{ _id: string; value: number }>('meta')
  let current = 0

  async function read(): Promise<void> {
    const stored = await meta.findOne({ _id: 'epoch' })
    current = Math.max(current, stored?.value ?? 0)
  }

  await read()
  nats.onChange((isUp) => {
    // broadcasts are lost while NATS is disconnected
    if (isUp) read().catch((err: unknown) => nats.log.warn({ err }, 'epoch read failed'))
  })
  subscribe(nats, epochRaised, (raised) => {
    if (raised.service === service) current = Math.max(current, raised.epoch)
  })

  return {
    current: () => current,
    async raise(epoch) {
      await meta.updateOne({ _id: 'epoch' }, { $max: { value: epoch } }, { upsert: true })
      current = Math.max(current, epoch)
      broadcast(nats, epochRaised, { service, epoch })
    },
  }
}
