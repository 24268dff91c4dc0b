import type { OwnPhoto } from '@zing/proto/profiles/story'
import { changeUser } from '../accounts/change-user.ts'
import type { Ctx } from '../context.ts'
import { toOwnPhotos, withOrder } from './photo-rules.ts'

/** Puts the caller's photos in a new order. */
export async function orderPhotos(ctx: Ctx, userId: number, order: number[]): Promise<OwnPhoto[]> {
  return toOwnPhotos(await changeUser(ctx, userId, (before) => withOrder(before, order)))
}
