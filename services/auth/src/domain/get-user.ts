import { AppError } from '@zing/kit/errors'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { errorMessages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'
import { type UserDocument, withoutOwnWrites } from '../models/user.ts'

/** Loads the caller's account; 401 once the account has been deleted (SEC-17). */
export async function getUser(ctx: Ctx, userId: number): Promise<UserDocument> {
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, withoutOwnWrites).lean()
  if (!user) throw new AppError(401, errorMessages.notSignedIn)
  return user
}
