import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { request } from '@zing/kit/nats/rpc'
import { errors } from '@zing/proto/errors'
import { getReplicatedProfile } from '@zing/proto/nats/rpc/auth'
import type { Ctx } from '../context.ts'
import type { Profile } from '../models/profile.ts'
import { replicateProfile } from './replicate-profile.ts'

/** Returns the profiles in the order of `ids`, or throws a 404. Profiles not replicated yet are fetched from auth. */
export async function findProfiles(ctx: Ctx, ids: number[]): Promise<Profile[]> {
  return Promise.all(ids.map(async (id) => (await ctx.reads.profile(id)) ?? fetchProfile(ctx, id)))
}

async function fetchProfile(ctx: Ctx, userId: number): Promise<Profile> {
  const result = await request(ctx.nats, getReplicatedProfile, { userId })
  const isCurrent = result && result.epoch >= ctx.epoch.current() // auth may not have been reset yet
  if (!isCurrent) throw errors.userNotFound()

  await replicateProfile(ctx, result)
  const profile = await ctx.models.Profile.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }).lean()
  if (!profile) throw errors.userNotFound() // deleted by a concurrent reset
  return profile
}
