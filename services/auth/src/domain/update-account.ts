import type { BodyOf } from '@zing/proto/endpoint'
import type { updateAccount as contract } from '@zing/proto/http/account'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { changeUser } from './change-user.ts'
import { getUser } from './get-user.ts'

/** Changes the settings that the body names; one that is as before publishes no event. */
export async function updateAccount(
  ctx: Ctx,
  userId: number,
  { hidden }: BodyOf<typeof contract>,
): Promise<UserDocument> {
  const user = await getUser(ctx, userId)
  if (hidden === undefined || hidden === (user.hidden ?? false)) return user
  return changeUser(ctx, userId, (before) => ({ ...before, hidden }))
}
