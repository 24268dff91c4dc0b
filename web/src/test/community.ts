import { DEFAULT_PUBLISHED, DEFAULT_SETTINGS, type Settings } from '@zing/proto/community/settings'
import { DEFAULT_COMMUNITY, type ShellCommunity } from '@zing/proto/community/shell'
import type { ResponseOf } from '@zing/proto/endpoint'
import type { getCommunity } from '@zing/proto/http/community'
import type { getSettings } from '@zing/proto/http/staff/settings'
import { onTestFinished } from 'vitest'
import { communityStore } from '../lib/state/community.ts'

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

/** Makes the page one of a community with other settings, until the test is over. */
export function showCommunity(changes: Partial<ShellCommunity>): void {
  communityStore.set({ ...DEFAULT_COMMUNITY, ...changes })
  onTestFinished(() => communityStore.set(DEFAULT_COMMUNITY))
}
