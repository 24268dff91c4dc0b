import type { Ctx } from '../context.ts'
import type { Session } from './session.ts'

const FLUSH_MS = 1_000

/** Lets pushes flow, then says so: the client fetches after CONNECTED, and misses nothing in between. */
export async function confirm({ nats }: Ctx, session: Session): Promise<void> {
  session.isConfirmed = true
  const nc = nats.up()
  if (nc) await Promise.race([nc.flush(), elapsed(FLUSH_MS)]).catch(() => {}) // the broker has taken our subscription
  session.send({ type: 'CONNECTED', userId: session.userId })
  if (!nats.up()) session.send({ type: 'PUSH_DEGRADED' }) // the client would trust pushes that do not come
}

function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
