import type { BodyOf } from '@zing/proto/endpoint'
import type { updateAccount as contract } from '@zing/proto/http/account'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { changeUser } from './change-user.ts'

/**
 * Changes the settings that the body names. Writes unchanged settings too: the new `rev` stops an older call that still
 * waits in the database from undoing them.
 */
export async function updateAccount(
  ctx: Ctx,
  userId: number,
  { hidden, showOnline, language }: BodyOf<typeof contract>,
): Promise<UserDocument> {
  const settings = {
    ...(hidden !== undefined && { hidden }),
    ...(showOnline !== undefined && { showOnline }),
    ...(language !== undefined && { language }),
  }
  const isEmpty = Object.keys(settings).length === 0
  return changeUser(ctx, userId, (before) => (isEmpty ? null : { ...before, ...settings }))
}
