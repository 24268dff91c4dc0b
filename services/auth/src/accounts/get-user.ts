import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import { type UserDocument, withoutOwnWrites } from '../models/user.ts'

/** Loads the caller's account; 401 if it is deleted (SEC-17). */
export async function getUser(ctx: Ctx, userId: number): Promise<UserDocument> {
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, withoutOwnWrites).lean()
  if (!user) throw errors.notSignedIn()
  return user
}
