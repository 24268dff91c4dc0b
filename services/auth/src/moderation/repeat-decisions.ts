import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { forEachPage } from '@zing/kit/nats/reconcile'
import { getModerationPage, type ModerationItem } from '@zing/proto/nats/rpc/admin'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { withCleared } from '../photos/veils.ts'
import { openAppeal } from './appeals.ts'
import { applySanction, liftSanction } from './apply-sanctions.ts'
import { isSanctionMissed } from './handled-decisions.ts'
import { noteCase } from './note-case.ts'
import { isCaseMissed } from './report-cases.ts'

type Moderated = Pick<UserDocument, '_id' | 'restrictions' | 'handledDecisions' | 'cases' | 'veils'>

/** Handles the decisions and cases that this service has missed, in the same way as their events. */
export function repeatDecisions(ctx: Ctx): Promise<void> {
  return forEachPage(ctx.nats, getModerationPage, async (items) => {
    const users = await readUsers(
      ctx,
      items.map(({ userId }) => userId),
    )
    for (const item of items.filter(({ epoch }) => epoch >= ctx.epoch.current())) {
      const user = users.get(item.userId)
      if (user ? !isMissed(user, item) : !isBan(item)) continue
      await handle(ctx, item)
      for (const [id, changed] of await readUsers(ctx, [item.userId])) users.set(id, changed)
    }
  })
}

async function readUsers(ctx: Ctx, userIds: number[]): Promise<Map<number, Moderated>> {
  const known = { _id: { $in: [...new Set(userIds)] }, ...ofCurrentEpoch(ctx) }
  const fields = { restrictions: 1, handledDecisions: 1, cases: 1, veils: 1 }
  const users = await ctx.models.User.find(known, fields).lean<Moderated[]>()
  return new Map(users.map((user) => [user._id, user]))
}

function isMissed(user: Moderated, item: ModerationItem): boolean {
  if (item.type !== 'case') return isSanctionMissed(user, item)
  return isCaseMissed(user, item) || withCleared(user, item.clearedPhotos ?? []) !== null
}

/** Only bans matter for a deleted account, and nothing shows which of them were missed. */
function isBan(item: ModerationItem): boolean {
  return (item.type === 'imposed' || item.type === 'lifted') && item.action === 'ban'
}

function handle(ctx: Ctx, item: ModerationItem): Promise<void> {
  switch (item.type) {
    case 'case':
      return noteCase(ctx, item)
    case 'imposed':
      return applySanction(ctx, item)
    case 'lifted':
      return liftSanction(ctx, item)
    case 'appealed':
      return openAppeal(ctx, item)
  }
}
