import type { BodyOf } from '@zing/proto/endpoint'
import type { updateAccount as contract } from '@zing/proto/http/account'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { changeUser } from './change-user.ts'
import { getUser } from './get-user.ts'

/** Changes the settings that the body names; when all are as before it publishes no event. */
export async function updateAccount(
  ctx: Ctx,
  userId: number,
  { hidden, showOnline }: BodyOf<typeof contract>,
): Promise<UserDocument> {
  const user = await getUser(ctx, userId)
  const settings = {
    ...(hidden !== undefined && hidden !== (user.hidden ?? false) && { hidden }),
    ...(showOnline !== undefined && showOnline !== (user.showOnline ?? true) && { showOnline }),
  }
  if (Object.keys(settings).length === 0) return user
  return changeUser(ctx, userId, (before) => ({ ...before, ...settings }))
}
