import { AppError } from '@zing/kit/errors'
import type { BodyOf } from '@zing/proto/endpoint'
import type { updateUser as contract } from '@zing/proto/http/auth'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { changeUser } from './change-user.ts'
import { getUser } from './get-user.ts'
import { withPhoto } from './photo-changes.ts'
import { deletePhoto, storePhoto } from './photos.ts'

type Patch = BodyOf<typeof contract>

/** Updates the given fields; `selfie: null` removes the photo. An empty patch publishes no event. */
export async function updateUser(ctx: Ctx, userId: number, { selfie, ...fields }: Patch): Promise<UserDocument> {
  if (selfie) return changePhoto(ctx, userId, selfie, fields)
  if (selfie === undefined && Object.keys(fields).length === 0) return getUser(ctx, userId)

  const removed = selfie === null && { selfieVersion: 0 }
  return changeUser(ctx, userId, (before) => ({ ...before, ...fields, ...removed }))
}

async function changePhoto(
  ctx: Ctx,
  userId: number,
  selfie: string,
  fields: Omit<Patch, 'selfie'>,
): Promise<UserDocument> {
  withPhoto(await getUser(ctx, userId), 0, new Date()) // rejects before the photo is decoded
  const version = await storePhoto(ctx, userId, selfie)
  try {
    return await changeUser(ctx, userId, (before) => ({
      ...before,
      ...fields,
      ...withPhoto(before, version, new Date()),
    }))
  } catch (error) {
    // after any other error the update may have succeeded and refer to the photo
    if (error instanceof AppError) await deletePhoto(ctx, version)
    throw error
  }
}
