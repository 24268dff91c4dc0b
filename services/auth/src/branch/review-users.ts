import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { changeUser } from '../accounts/change-user.ts'
import { announceStatus } from '../applications/announce-status.ts'
import { withReview } from '../applications/application.ts'
import type { Ctx } from '../context.ts'

const AT_ONCE = 10

/** Sends members back to the queue. Other services hide them; their sessions stay. */
export async function reviewUsers(ctx: Ctx, userIds: number[]): Promise<{ changed: number }> {
  const wanted = { _id: { $in: userIds }, status: null, ...ofCurrentEpoch(ctx) }
  const members = await ctx.models.User.find(wanted, { _id: 1 }).lean()
  let changed = 0
  for (let first = 0; first < members.length; first += AT_ONCE) {
    const some = members.slice(first, first + AT_ONCE).map(({ _id }) => _id)
    const reviewed = await Promise.all(some.map((userId) => reviewUser(ctx, userId)))
    changed += reviewed.filter(Boolean).length
    await announceStatus(ctx, some, true)
  }
  return { changed }
}

/** False if the user waits already, since somebody else was faster. */
async function reviewUser(ctx: Ctx, userId: number): Promise<boolean> {
  let isChanged = false
  await changeUser(ctx, userId, (before) => {
    isChanged = !before.status
    return isChanged ? withReview(before, new Date()) : null
  })
  if (isChanged) logSecurityEvent(ctx.log, 'authz_change', { userId, change: 'back in the queue' })
  return isChanged
}
