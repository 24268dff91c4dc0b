import { changeUser } from '../accounts/change-user.ts'
import type { Ctx } from '../context.ts'
import { withoutPhoto } from './photo-rules.ts'

/** Removes a photo of the caller and its bytes. Changes nothing if the caller's profile does not show it. */
export async function removePhoto(ctx: Ctx, userId: number, version: number): Promise<void> {
  await changeUser(ctx, userId, (before) => withoutPhoto(before, version))
}
