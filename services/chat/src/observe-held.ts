import { beforeScrape } from '@zing/kit/observability/metrics'
import type { Ctx } from './context.ts'
import { measureHeld } from './holds/held-messages.ts'
import { heldConversations, heldOldest } from './metrics.ts'

/** Measures held conversations before each scrape. Returns a function that ends this. */
export function observeHeld(ctx: Pick<Ctx, 'models' | 'epoch'>): { stop(): void } {
  const stop = beforeScrape(async () => {
    const { waiting, oldestAt } = await measureHeld(ctx)
    heldConversations.set(waiting)
    heldOldest.set(oldestAt ? (Date.now() - oldestAt.getTime()) / 1_000 : 0)
  })
  return { stop }
}
