import { type Replica, reconcileReplica } from '@zing/kit/nats/reconcile'
import { getPairPage, type PairState } from '@zing/proto/nats/rpc/social'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { applyPairState, endMatch } from './apply-pair-state.ts'

/** Compares the replica of matches with social. */
export function reconcile(ctx: Ctx): Promise<void> {
  return reconcileReplica(ctx.nats, getPairPage, pairStates(ctx))
}

function pairStates(ctx: Ctx): Replica<PairState> {
  const { Conversation } = ctx.models
  return {
    keyOf: ({ userIds }) => pairKey(...userIds),
    async update(states) {
      const ids = states.map(({ userIds }) => pairKey(...userIds))
      const known = await Conversation.find({ _id: { $in: ids } }, { matchRev: 1 }).lean()
      const revs = new Map(known.map(({ _id, matchRev }) => [_id, matchRev]))
      for (const state of states) {
        const rev = revs.get(pairKey(...state.userIds))
        const isNewer = rev === undefined ? state.matchedAt !== null : rev < state.rev
        if (isNewer) await applyPairState(ctx, state)
      }
    },
    async rowsIn({ after, upTo }, limit) {
      const range = { $gt: after, ...(upTo !== null && { $lte: upTo }) }
      const rows = await Conversation.find({ _id: range, matchRev: { $gt: 0 } }, { matchRev: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean()
      return rows.map(({ _id, matchRev }) => ({ key: _id, rev: matchRev }))
    },
    async remove(rows) {
      for (const { key, rev } of rows) await endMatch(ctx, key, rev)
    },
  }
}
