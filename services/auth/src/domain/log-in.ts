import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { ofCurrentEpoch } from './current-epoch.ts'
import { isPassword } from './passwords.ts'
import { usernameKeyOf } from './usernames.ts'

/** The same answer, after the same time, for an unknown name and for a wrong password. */
export async function logIn(ctx: Ctx, username: string, password: string): Promise<UserDocument> {
  const usernameKey = usernameKeyOf(username)
  await ctx.loginThrottle.recordAttempt(usernameKey)

  const user = await ctx.models.User.findOne({ usernameKey, ...ofCurrentEpoch(ctx) }, { outbox: 0 }).lean()
  const isRight = await isPassword(user?.passwordHash ?? null, password)
  if (!user || !isRight) {
    ctx.log.info({ userId: user?._id }, 'login refused') // never the name: people type their password there
    throw new AppError(401, messages.wrongCredentials)
  }
  await ctx.loginThrottle.reset(usernameKey)
  return user
}
