import { pathOf, type ResponseOf } from '../endpoint.ts'
import type { getCommunity } from '../http/community.ts'
import { getLogo } from '../http/staff/settings.ts'
import type { PublishedSettings } from './settings.ts'

/** Returns what a visitor may know of the settings. */
export function communityOf({ settings, palette }: PublishedSettings): ResponseOf<typeof getCommunity> {
  const { name, tagline, about, accent, logo, languages, defaultLanguage, minAge, contact, feedback } = settings
  const { rules, terms, privacy, features, place, invitations, registration } = settings
  return {
    ...{ name, tagline, about, accent, languages, defaultLanguage, minAge, contact, feedback },
    ...{ rules, terms, privacy, palette, features, place, invitations },
    logo: logo === null ? null : pathOf(getLogo, { version: logo }),
    registration: {
      mode: registration.mode,
      ...(registration.fallenBack && { reason: registration.fallenBack.reason }),
    },
  }
}
