import { request } from '@zing/kit/nats/rpc'
import { getReplicatedProfile } from '@zing/proto/nats/rpc/auth'
import type { AnnouncedProfile } from '@zing/proto/profiles/users'
import type { Ctx } from '../context.ts'
import { replicateProfile } from './replicate-profile.ts'

interface Announced {
  profile: AnnouncedProfile
  rev: number
  epoch: number
}

/** Replicates the profile of an event. A profile with a place comes from auth, since events have none. */
export async function replicateAnnounced(ctx: Ctx, { profile, rev, epoch }: Announced): Promise<void> {
  const { hasPlace, ...announced } = profile
  if (!hasPlace) return replicateProfile(ctx, { profile: announced, rev, epoch })
  const newest = await request(ctx.nats, getReplicatedProfile, { userId: profile.id })
  if (newest) await replicateProfile(ctx, newest) // null: deleted since, which has an event of its own
}
