import { DEFAULT_PUBLISHED, DEFAULT_SETTINGS, type Settings } from '@zing/proto/community/settings'
import type { ResponseOf } from '@zing/proto/endpoint'
import type { getCommunity } from '@zing/proto/http/gateway'
import type { getSettings } from '@zing/proto/http/settings'

type Community = ResponseOf<typeof getCommunity>

/** The public settings of a community whose operator has set only these. */
export function community(more: Partial<Community> = {}): Community {
  const { registration, trust: _, invitations, ...visible } = DEFAULT_SETTINGS
  return {
    ...visible,
    logo: null,
    palette: DEFAULT_PUBLISHED.palette,
    registration: { mode: registration.mode },
    invitations,
    ...more,
  }
}

export function versionedSettings(version: number, more: Partial<Settings> = {}): ResponseOf<typeof getSettings> {
  return { version, settings: { ...DEFAULT_SETTINGS, ...more }, palette: DEFAULT_PUBLISHED.palette }
}
