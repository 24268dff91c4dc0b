import type { PublishedSettings } from '@zing/proto/community/settings'
import { pathOf, type ResponseOf } from '@zing/proto/endpoint'
import type { getCommunity } from '@zing/proto/http/community'
import { getLogo } from '@zing/proto/http/settings'

/** Returns what a visitor may know of the settings. */
export function communityOf({ settings, palette }: PublishedSettings): ResponseOf<typeof getCommunity> {
  const { name, tagline, about, accent, logo, languages, defaultLanguage, minAge, contact, feedback } = settings
  const { rules, terms, privacy, features, invitations, registration } = settings
  return {
    ...{ name, tagline, about, accent, languages, defaultLanguage, minAge, contact, feedback },
    ...{ rules, terms, privacy, palette, features, invitations },
    logo: logo === null ? null : pathOf(getLogo, { version: logo }),
    registration: {
      mode: registration.mode,
      ...(registration.fallenBack && { reason: registration.fallenBack.reason }),
    },
  }
}
