import type { Ctx } from '../context.ts'
import { withoutMatch } from '../passes/pass-rules.ts'
import { changeKnownPair } from './change-known-pair.ts'

/** Ends a match for good. Chat closes the conversation at the event; neither user is notified. */
export async function unmatchUser(ctx: Ctx, userId: number, otherId: number): Promise<void> {
  await changeKnownPair(ctx, { userId, otherId }, (pair) => withoutMatch(pair, new Date()))
}
