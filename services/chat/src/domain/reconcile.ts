import { request } from '@zing/kit/nats/rpc'
import { getPairPage, type RpcResult } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import { conversationId } from './members.ts'
import { applyPairState, type PairState } from './pair-state.ts'

/** Repairs the copy of matches from social, whatever happened to the events in between (faults.md 3.3). */
export async function reconcile(ctx: Ctx): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const page: RpcResult<typeof getPairPage> = await request(ctx.nats, getPairPage, { after })
    await repair(ctx, page.items)
    after = page.next
  }
}

/** Most are as we know them, and most of those that we do not know never were a match: one read finds the rest. */
async function repair(ctx: Ctx, states: PairState[]): Promise<void> {
  const ids = states.map(({ userIds }) => conversationId(...userIds))
  const known = await ctx.models.Conversation.find({ _id: { $in: ids } }, { matchRev: 1 }).lean()
  const revs = new Map(known.map(({ _id, matchRev }) => [_id, matchRev]))
  for (const state of states) {
    const rev = revs.get(conversationId(...state.userIds))
    const isNews = rev === undefined ? state.matchedAt !== null : rev < state.rev
    if (isNews) await applyPairState(ctx, state)
  }
}
