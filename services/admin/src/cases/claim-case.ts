import type { Claim } from '@zing/proto/moderation/cases'
import type { Ctx } from '../context.ts'
import { changeCase, findCaseFor } from './change-case.ts'
import { findJudgedFor } from './reports/reported-case.ts'
import type { Moderator } from './rules/case-change.ts'
import { withClaim, withoutClaim } from './rules/case-claims.ts'
import { requireMayDecide } from './rules/case-refusals.ts'
import { namesOf } from './user-names.ts'

/** Claims a case, so that no other moderator decides it meanwhile. */
export async function claimCase(ctx: Ctx, moderator: Moderator, id: number): Promise<Claim> {
  const judged = await findJudgedFor(ctx, moderator, id)
  const { userId } = judged.stored
  const names = await namesOf(ctx, [userId, moderator.userId])
  const { claim } = await changeCase(ctx, id, (before) => {
    requireMayDecide({ ...judged, stored: before }, moderator, names.roleOf(userId))
    return withClaim(before, moderator, new Date())
  })
  const until = (claim?.until ?? new Date()).toISOString()
  return { userId: moderator.userId, name: names.of(moderator.userId).name, until }
}

/** Returns a case to the queue. An admin may also end the claim of another moderator. */
export async function releaseCase(ctx: Ctx, moderator: Moderator, id: number): Promise<void> {
  await findCaseFor(ctx, moderator, id)
  await changeCase(ctx, id, (before) => withoutClaim(before, moderator, new Date()))
}
