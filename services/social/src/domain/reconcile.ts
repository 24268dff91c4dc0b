import { ask } from '@zing/kit/questions'
import { pageOfBlocks, pageOfProfiles, type QuestionAnswer } from '@zing/proto/nats/questions'
import type { Ctx } from '../context.ts'
import { copyProfile } from './copy-profile.ts'
import { hideBlocked } from './hide-blocked.ts'

/** Repairs the copies from their owners, whatever happened to the events in between (faults.md 3.3). */
export async function reconcile(ctx: Ctx): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const page: QuestionAnswer<typeof pageOfProfiles> = await ask(ctx.nats, pageOfProfiles, { after })
    for (const item of page.items) await copyProfile(ctx, { ...item, epoch: ctx.epoch.current() })
    after = page.next
  }
  for (let after: string | null = ''; after !== null; ) {
    const page: QuestionAnswer<typeof pageOfBlocks> = await ask(ctx.nats, pageOfBlocks, { after })
    for (const block of page.items) await hideBlocked(ctx, block)
    after = page.next
  }
}
