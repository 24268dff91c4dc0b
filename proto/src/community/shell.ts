import type { ResponseOf } from '../endpoint.ts'
import type { getCommunity } from '../http/community.ts'
import { REGISTER_AGE_MIN } from '../limits.ts'
import { DEFAULT_ACCENT, PRODUCT_NAME } from '../product.ts'
import { LANGUAGES } from './languages.ts'

type Community = ResponseOf<typeof getCommunity>

/** Id of the JSON in the HTML shell with what the client shows before its first request. Absent: DEFAULT_COMMUNITY. */
export const COMMUNITY_ELEMENT = 'community'

/** The community without its long texts, which have pages of their own, and without its colours. */
export type ShellCommunity = Omit<Community, 'rules' | 'terms' | 'privacy' | 'palette'> & {
  /** True with a text of the operator's own. A link is in the client's configuration. */
  hasTermsText: boolean
  hasPrivacyText: boolean
  hasRules: boolean
  /** Version that a sign-up accepts; 0: there is nothing to accept. */
  termsVersion: number
}

export function shellCommunityOf({ rules, terms, privacy, palette: _, ...shown }: Community): ShellCommunity {
  return {
    ...shown,
    hasTermsText: terms.text !== null,
    hasPrivacyText: privacy.text !== null,
    hasRules: rules.length > 0,
    termsVersion: terms.version,
  }
}

/** The community of DEFAULT_SETTINGS, written out so that the client's first script need not have the schemas. */
export const DEFAULT_COMMUNITY: ShellCommunity = {
  name: PRODUCT_NAME,
  tagline: '',
  about: '',
  accent: DEFAULT_ACCENT,
  logo: null,
  languages: [...LANGUAGES],
  defaultLanguage: 'en',
  minAge: REGISTER_AGE_MIN,
  contact: null,
  feedback: null,
  registration: { mode: 'open' },
  invitations: { memberDays: null },
  features: {
    push: true,
    export: true,
    presence: true,
    webPushNames: true,
    pinPanel: true,
    chatPhotos: true,
    chatVoice: true,
  },
  place: 'offered',
  hasTermsText: false,
  hasPrivacyText: false,
  hasRules: false,
  termsVersion: 0,
}
