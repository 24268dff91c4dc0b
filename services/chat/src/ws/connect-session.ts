import type { Ctx } from '../context.ts'
import type { Session } from './session.ts'

const FLUSH_MS = 1_000

/** Enables pushes, then sends CONNECTED: the client fetches after it, so that no push is missed in between. */
export async function connectSession({ nats }: Ctx, session: Session): Promise<void> {
  session.isConnected = true
  const nc = nats.up()
  if (nc) await Promise.race([nc.flush(), delay(FLUSH_MS)]).catch(() => {}) // NATS has registered the subscription
  session.send({ type: 'CONNECTED', userId: session.userId })
  if (!nats.up()) session.send({ type: 'PUSH_DEGRADED' })
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
