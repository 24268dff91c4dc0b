import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { ofCurrentEpoch } from './current-epoch.ts'
import { isPassword } from './passwords.ts'
import { usernameKeyOf } from './usernames.ts'

/** An unknown username and a wrong password get the same response after the same time (SEC-49). */
export async function logIn(ctx: Ctx, username: string, password: string): Promise<UserDocument> {
  const usernameKey = usernameKeyOf(username)
  await ctx.loginThrottle.recordAttempt(usernameKey)

  const user = await ctx.models.User.findOne({ usernameKey, ...ofCurrentEpoch(ctx) }, { outbox: 0 }).lean()
  const isCorrect = await isPassword(user?.passwordHash ?? null, password)
  if (!user || !isCorrect) {
    ctx.log.info({ userId: user?._id }, 'login failed') // no username: users type their password there
    throw new AppError(401, messages.wrongCredentials)
  }
  await ctx.loginThrottle.reset(usernameKey)
  return user
}
