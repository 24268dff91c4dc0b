import { AppError } from '@zing/kit/errors'
import { request } from '@zing/kit/nats/rpc'
import { messages } from '@zing/proto/http/errors'
import { getReplicatedProfile } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import type { Profile } from '../models/profile.ts'
import { replicateProfile } from './replicate-profile.ts'

/** These people in this order, or 404. Who registered a moment ago may not have arrived yet: then auth is asked. */
export async function findProfiles(ctx: Ctx, ids: number[]): Promise<Profile[]> {
  const epoch = ctx.epoch.current()
  const found = await ctx.models.Profile.find({ _id: { $in: ids }, epoch: { $gte: epoch } }).lean()
  const byId = new Map(found.map((person) => [person._id, person]))
  return Promise.all(ids.map((id) => byId.get(id) ?? fetchPerson(ctx, id, epoch)))
}

/** `epoch` is that of before the question: an answer that a reset overtakes is then no more than what it deletes. */
async function fetchPerson(ctx: Ctx, userId: number, epoch: number): Promise<Profile> {
  const answer = await request(ctx.nats, getReplicatedProfile, { userId })
  if (!answer) throw new AppError(404, messages.userNotFound)

  await replicateProfile(ctx, { ...answer, epoch })
  const person = await ctx.models.Profile.findById(userId).lean()
  if (!person) throw new AppError(404, messages.userNotFound) // a reset came in between
  return person
}
