import type { deviceNotified, WorkOf } from '@zing/proto/nats/work'
import type { PushContent } from '@zing/proto/web-push'

type Work = WorkOf<typeof deviceNotified>
export type Plan<Ctx> = (ctx: Ctx, work: Work) => Promise<PushContent | null>

/**
 * Shares a plan in progress among the devices of its user. Their pushes have the same content, and mostly go out
 * together.
 */
export function sharePlans<Ctx>(plan: Plan<Ctx>): Plan<Ctx> {
  const inFlight = new Map<string, Promise<PushContent | null>>()
  return function planShared(ctx, work) {
    const { userId, aboutId, type, seq, notificationId } = work
    const key = [userId, aboutId, type, seq, notificationId].join(' ')
    const known = inFlight.get(key)
    if (known) return known
    const planned = plan(ctx, work).finally(() => inFlight.delete(key))
    inFlight.set(key, planned)
    return planned
  }
}
