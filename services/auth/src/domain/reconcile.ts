import { request } from '@zing/kit/nats/rpc'
import { getBlockPage, type RpcResult } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import { hidePair } from './hide-pair.ts'

/** Repairs the copy of blocks from chat, whatever happened to the events in between (faults.md 3.3). */
export async function reconcile(ctx: Ctx): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const page: RpcResult<typeof getBlockPage> = await request(ctx.nats, getBlockPage, { after })
    for (const block of page.items) await hidePair(ctx, block)
    after = page.next
  }
}
