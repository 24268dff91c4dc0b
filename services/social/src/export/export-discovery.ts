import type { ExportedDiscovery } from '@zing/proto/nats/rpc/social'
import type { Ctx } from '../context.ts'
import { preferencesOf } from '../feed/discovery-preferences.ts'

/** The part of a user's feed that only social stores; empty if social does not have the profile yet. */
export async function exportDiscovery({ models }: Ctx, userId: number): Promise<ExportedDiscovery[]> {
  const profile = await models.Profile.findById(userId, { preferences: 1, activeOn: 1, alertAt: 1 }).lean()
  if (!profile) return []
  return [
    {
      preferences: preferencesOf(profile),
      alerts: Boolean(profile.alertAt),
      activeOn: profile.activeOn?.toISOString() ?? null,
    },
  ]
}
