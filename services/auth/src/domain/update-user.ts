import { AppError } from '@zing/kit/errors'
import { fact, stamp } from '@zing/kit/outbox'
import type { BodyOf } from '@zing/proto/endpoint'
import type { updateUser as contract } from '@zing/proto/http/auth'
import { messages } from '@zing/proto/http/errors'
import { userUpdated } from '@zing/proto/nats/facts'
import type { User } from '@zing/proto/people'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { getUser } from './get-user.ts'
import { withPhoto } from './photo-changes.ts'
import { deletePhoto, storePhoto } from './photos.ts'
import { toProfile, toUser } from './to-user.ts'

const MAX_ATTEMPTS = 10

/** Changes what was given and announces it in the same write. A photo of null removes it; nothing given changes nothing. */
export async function updateUser(ctx: Ctx, userId: number, patch: BodyOf<typeof contract>): Promise<User> {
  const { selfie, ...fields } = patch
  const user = await getUser(ctx, userId)
  if (Object.values(patch).every((value) => value === undefined)) return toUser(user)
  if (selfie === undefined) return toUser(await changeUser(ctx, userId, (before) => ({ ...before, ...fields })))

  withPhoto(user, 0, new Date()) // refuses one too many before the work of decoding it
  const version = selfie ? await storePhoto(ctx, userId, selfie) : 0
  try {
    let replaced = 0
    const changed = await changeUser(ctx, userId, (before) => {
      replaced = before.selfieVersion
      return { ...before, ...fields, ...withPhoto(before, version, new Date()) }
    })
    await deletePhoto(ctx, replaced)
    return toUser(changed)
  } catch (error) {
    await deletePhoto(ctx, version)
    throw error
  }
}

/** Compare-and-swap on rev, with the event in the same write. */
async function changeUser(
  ctx: Ctx,
  userId: number,
  change: (user: UserDocument) => UserDocument,
): Promise<UserDocument> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = await getUser(ctx, userId)
    const { _id, ...after } = { ...change(before), rev: before.rev + 1 }
    const outbox = stamp([fact(userUpdated, { profile: toProfile({ _id, ...after }) })], after)
    const filter = { _id, rev: before.rev }
    const { matchedCount } = await ctx.models.User.updateOne(filter, {
      $set: after,
      $push: { outbox: { $each: outbox } },
    })
    if (matchedCount === 1) {
      ctx.relay.wake()
      return { _id, ...after }
    }
  }
  throw new AppError(503, messages.busy)
}
