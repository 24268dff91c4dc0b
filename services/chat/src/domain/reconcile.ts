import { ask } from '@zing/kit/questions'
import { pageOfPairs, type QuestionAnswer } from '@zing/proto/nats/questions'
import type { Ctx } from '../context.ts'
import { applyPairState } from './pair-state.ts'

/** Repairs the copy of matches from social, whatever happened to the events in between (faults.md 3.3). */
export async function reconcile(ctx: Ctx): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const page: QuestionAnswer<typeof pageOfPairs> = await ask(ctx.nats, pageOfPairs, { after })
    for (const state of page.items) await applyPairState(ctx, state)
    after = page.next
  }
}
