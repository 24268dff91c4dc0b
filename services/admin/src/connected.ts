import type { Nats } from '@zing/kit/nats/connection'

const CONNECT_MS = 5_000

/** Waits until an operator's command is connected to NATS; rejects when that takes too long. */
export async function connected(nats: Nats): Promise<void> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('NATS does not respond')), CONNECT_MS).unref()
  })
  await Promise.race([nats.connection, timeout])
}
