import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import { withoutMatch } from '../passes/pass-rules.ts'
import { findProfiles } from '../profiles/find-profiles.ts'
import { changePair } from './change-pair.ts'
import { newPair } from './pair-rules.ts'

/** Ends a match for good. Chat closes the conversation at the event; neither user is notified. */
export async function unmatchUser(ctx: Ctx, userId: number, otherId: number): Promise<void> {
  const [other] = await findProfiles(ctx, [otherId])
  if (!other || userId === otherId) throw errors.userNotFound()

  const pair = await changePair(ctx, newPair(userId, otherId, other.epoch), (pair) => withoutMatch(pair, new Date()))
  if (pair.blocked) throw errors.userNotFound()
}
