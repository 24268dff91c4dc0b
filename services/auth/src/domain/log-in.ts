import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { isPassword } from './passwords.ts'
import { usernameKeyOf } from './usernames.ts'

/** The same answer, after the same time, for an unknown name and for a wrong password. */
export async function logIn(ctx: Ctx, username: string, password: string): Promise<UserDocument> {
  const usernameKey = usernameKeyOf(username)
  await ctx.loginGuard.check(usernameKey)

  const user = await ctx.models.User.findOne({ usernameKey }, { outbox: 0 }).lean()
  if (!(await isPassword(user?.passwordHash ?? null, password)) || !user) {
    await ctx.loginGuard.failed(usernameKey)
    throw new AppError(401, messages.wrongCredentials)
  }
  await ctx.loginGuard.succeeded(usernameKey)
  return user
}
