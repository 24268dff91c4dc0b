import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import type { Pair } from '../models/pair.ts'
import type { Profile } from '../models/profile.ts'
import { findProfiles } from '../profiles/find-profiles.ts'
import { isVisible } from '../profiles/is-visible.ts'
import { changePair } from './change-pair.ts'
import { newPair, type PairChange, sidesOf } from './pair-rules.ts'

/**
 * Applies a change that ends something between the caller and another user. A user whom the caller neither sees nor has
 * decided about looks unknown, as after a block (SEC-28).
 */
export async function changeKnownPair(
  ctx: Ctx,
  { userId, otherId }: { userId: number; otherId: number },
  decide: (pair: Pair) => PairChange | null,
): Promise<{ pair: Pair; other: Profile }> {
  const [own, other] = await findProfiles(ctx, [userId, otherId])
  if (!own || !other || userId === otherId) throw errors.userNotFound()

  let isKnown = false
  const blank = newPair(userId, otherId, Math.min(own.epoch, other.epoch))
  const pair = await changePair(ctx, blank, (before) => {
    isKnown ||= isVisible(other, before, userId) || hasDecided(before, userId)
    return decide(before)
  })
  if (pair.blocked || !isKnown) throw errors.userNotFound()
  return { pair, other }
}

function hasDecided(pair: Pair, userId: number): boolean {
  const { mine, passed, undone } = sidesOf(pair, userId)
  return Boolean(pair[mine] || pair[passed] || pair[undone] || pair.matchEndedAt)
}
