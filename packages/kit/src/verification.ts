import { errors } from '@zing/proto/errors'
import type { FollowedSettings } from './nats/settings.ts'

interface Community {
  settings: Pick<FollowedSettings, 'current'>
}

/** False in a community that does not verify its members: nobody then has a badge. */
export function verifiesMembers({ settings }: Community): boolean {
  return settings.current().settings.people.verification !== 'off'
}

/** Throws FEATURE_OFF in a community that does not verify its members. */
export function requireVerification(community: Community): void {
  if (!verifiesMembers(community)) throw errors.featureOff()
}
