import { epochRaised } from '@zing/proto/nats/broadcasts'
import type { Connection } from 'mongoose'
import { broadcast, subscribe } from './broadcast.ts'
import type { Nats } from './connection.ts'

export interface Epoch {
  current(): number
  /** Remembers a higher epoch and tells this service's other processes. Idempotent. */
  raise(epoch: number): Promise<void>
}

/** The epoch that this service has reached, kept in its own database and shared by its processes. Starts at 0. */
export async function followEpoch(db: Connection, nats: Nats, service: string): Promise<Epoch> {
  const meta = db.collection<{ _id: string; value: number }>('meta')
  let current = 0

  async function read(): Promise<void> {
    const stored = await meta.findOne({ _id: 'epoch' })
    current = Math.max(current, stored?.value ?? 0)
  }

  await read()
  nats.onChange((isUp) => {
    // what was broadcast while the broker was away was missed
    if (isUp) read().catch((err: unknown) => nats.log.warn({ err }, 'epoch not read'))
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
