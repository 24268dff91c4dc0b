import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import { changeKnownPair } from '../pairs/change-known-pair.ts'
import { changePair } from '../pairs/change-pair.ts'
import { newPair, withNextRev } from '../pairs/pair-rules.ts'
import { findProfiles } from '../profiles/find-profiles.ts'
import { isVisible } from '../profiles/is-visible.ts'
import { passesSince, withoutPass, withPass } from './pass-rules.ts'

/** Takes a user off the caller's feed. The other user learns nothing. */
export async function passUser(ctx: Ctx, userId: number, passedId: number): Promise<void> {
  if (userId === passedId) throw errors.ownPass()
  const [own, passed] = await findProfiles(ctx, [userId, passedId])
  if (!own || !passed) throw errors.userNotFound()

  const blank = newPair(userId, passedId, Math.min(own.epoch, passed.epoch))
  await changePair(ctx, blank, (pair) => {
    if (!isVisible(passed, pair, userId)) throw errors.userNotFound()
    const at = new Date()
    return withPass(pair, userId, { at, since: passesSince(own.passesFrom, at) }) ?? withNextRev(pair)
  })
}

export async function unpassUser(ctx: Ctx, userId: number, passedId: number): Promise<void> {
  const between = { userId, otherId: passedId }
  await changeKnownPair(ctx, between, (pair) => withoutPass(pair, userId) ?? withNextRev(pair))
}

/** Brings back all users whom the caller has passed, in one write whatever their number. */
export async function unpassAll(ctx: Ctx, userId: number): Promise<void> {
  await findProfiles(ctx, [userId])
  ensureInTime() // after giving up this call, the user may have passed others
  await ctx.models.Profile.updateOne({ _id: userId }, { $max: { passesFrom: new Date() } })
}
