import { AppError } from '@zing/kit/errors'
import { ensureInTime } from '@zing/kit/http/deadline'
import { errorMessages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'
import { changePair } from './change-pair.ts'
import { findProfiles } from './find-profiles.ts'
import { isVisible } from './is-visible.ts'
import { newPair, withNextRev } from './pair-rules.ts'
import { passesSince, withoutPass, withPass } from './pass-rules.ts'

/** Takes a user off the caller's feed, without a word to the other. */
export async function passUser(ctx: Ctx, userId: number, passedId: number): Promise<void> {
  if (userId === passedId) throw new AppError(400, errorMessages.ownPass)
  const [own, passed] = await findProfiles(ctx, [userId, passedId])
  if (!own || !passed) throw new AppError(404, errorMessages.userNotFound)

  const blank = newPair(userId, passedId, Math.min(own.epoch, passed.epoch))
  await changePair(ctx, blank, (pair) => {
    if (!isVisible(passed, pair, userId)) throw new AppError(404, errorMessages.userNotFound)
    const at = new Date()
    return withPass(pair, userId, { at, since: passesSince(own.passesFrom, at) }) ?? withNextRev(pair)
  })
}

export async function unpassUser(ctx: Ctx, userId: number, passedId: number): Promise<void> {
  const [own, passed] = await findProfiles(ctx, [userId, passedId])
  if (!own || !passed || userId === passedId) throw new AppError(404, errorMessages.userNotFound)

  const blank = newPair(userId, passedId, Math.min(own.epoch, passed.epoch))
  const pair = await changePair(ctx, blank, (pair) => withoutPass(pair, userId) ?? withNextRev(pair))
  if (pair.blocked) throw new AppError(404, errorMessages.userNotFound)
}

/** Brings back all users whom the caller has passed, in one write whatever their number. */
export async function unpassAll(ctx: Ctx, userId: number): Promise<void> {
  await findProfiles(ctx, [userId])
  ensureInTime() // the user may have passed others since the client gave this call up
  await ctx.models.Profile.updateOne({ _id: userId }, { $max: { passesFrom: new Date() } })
}
