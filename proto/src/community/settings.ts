import { z } from 'zod/mini'
import { DAILY_LIMITS } from '../accounts/trust.ts'
import { isoTime } from '../fields.ts'
import * as limits from '../limits.ts'
import { VerificationMode } from '../moderation/verification.ts'
import { PlaceMode } from '../places/place.ts'
import { DEFAULT_ACCENT, PRODUCT_NAME } from '../product.ts'
import { characters, isSafeLine, isSafeText, isVisible } from '../texts/text.ts'
import { language } from './language.ts'
import { LANGUAGES } from './languages.ts'
import { LANGUAGE_TAG } from './local-text.ts'
import { FALLBACK_REASONS, type Feature, REGISTRATION_MODES } from './modes.ts'

const INVALID = 'Invalid value'

function line(max: number) {
  return z.string(INVALID).check(
    z.trim(),
    z.normalize('NFC'),
    z.refine((text) => characters(text) <= max, `At most ${max} characters`),
    z.refine(isSafeLine, INVALID),
  )
}

function paragraphs(max: number) {
  return z.string(INVALID).check(
    z.trim(),
    z.refine((text) => characters(text) <= max, `At most ${max} characters`),
    z.refine(isSafeText, INVALID),
  )
}

/** A text of the operator: one for all languages, or one for each language tag, see `textIn`. */
function localText(text: z.ZodMiniType<string, string>) {
  const byLanguage = z.record(z.string().check(z.regex(LANGUAGE_TAG, 'Invalid language')), text)
  return z.union([text, byLanguage], INVALID)
}
const link = z
  .url({ protocol: /^(?:https?|mailto)$/, error: 'Must be an https or mailto address' })
  .check(z.maxLength(limits.SETTINGS_LINK_MAX, INVALID))

/** A link or a text; both null: the client links to the addresses of the gateway's environment. */
const legalPage = { url: z.nullable(link), text: z.nullable(localText(paragraphs(limits.LEGAL_TEXT_MAX))) }

/** `null` is no limit, 0 is nobody. */
const count = z.nullable(z.int(INVALID).check(z.minimum(0, INVALID), z.maximum(limits.SETTINGS_COUNT_MAX, INVALID)))

const DailyLimit = z.strictObject({ likes: count, firstMessages: count })

export const RegistrationMode = z.enum(REGISTRATION_MODES, 'Invalid mode')
export type RegistrationMode = z.infer<typeof RegistrationMode>

export const FallbackReason = z.enum(FALLBACK_REASONS)
export type FallbackReason = z.infer<typeof FallbackReason>

const isOn = z.boolean(INVALID)
/** Below it, most photos would be marked. */
export const NAKEDNESS_FROM_MIN = 30
export const NAKEDNESS_FROM_MAX = 99

/** Everything that an operator sets in the browser. Admin owns it; each process has a replica, see `followSettings`. */
export const Settings = z.strictObject({
  name: line(limits.COMMUNITY_NAME_MAX).check(z.refine(isVisible, 'Please give it a name')),
  tagline: localText(line(limits.TAGLINE_MAX)),
  about: localText(paragraphs(limits.ABOUT_MAX)),
  /** `#rrggbb`. */
  accent: z.string(INVALID).check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, 'Must be a colour such as #d9214e')),
  /** Version of the uploaded logo; null: the bolt. */
  logo: z.nullable(z.int(INVALID)),
  languages: z.array(language).check(z.minLength(1, 'Choose a language')),
  defaultLanguage: language,
  minAge: z
    .int(INVALID)
    .check(
      z.minimum(limits.REGISTER_AGE_MIN, `Never under ${limits.REGISTER_AGE_MIN}`),
      z.maximum(limits.REGISTER_AGE_MAX, INVALID),
    ),
  contact: z.nullable(line(limits.SETTINGS_LINK_MAX)),
  feedback: z.nullable(link),
  rules: z
    .array(
      z.strictObject({
        title: localText(line(limits.RULE_TITLE_MAX).check(z.refine(isVisible, 'A rule needs a title'))),
        text: localText(paragraphs(limits.RULE_TEXT_MAX)),
      }),
    )
    .check(z.maxLength(limits.RULES_MAX, `At most ${limits.RULES_MAX} rules`)),
  /** `version` is of terms and rules together: it rises by itself with each change of either. 0 without both. */
  terms: z.strictObject({ ...legalPage, version: z.int(INVALID) }),
  privacy: z.strictObject(legalPage),
  registration: z.strictObject({
    mode: RegistrationMode,
    /** Present while the fallback has set the mode. A change of the mode by a person ends it. */
    fallenBack: z.nullable(z.strictObject({ reason: FallbackReason, at: isoTime })),
    /** The question that an applicant answers; null: the default one. */
    question: z.nullable(localText(line(limits.APPLICATION_QUESTION_MAX))),
    /** Registrations a UTC day. */
    quota: count,
    /** Accounts. */
    cap: count,
    /** Proof of work: by risk, for everybody, or never. */
    proof: z.enum(['auto', 'always', 'off'], INVALID),
    /** `hours` without an act of a moderator, while cases are due, turn an open door to approval. */
    fallback: z.strictObject({
      enabled: isOn,
      hours: z.int(INVALID).check(z.minimum(1, INVALID), z.maximum(limits.FALLBACK_HOURS_MAX, INVALID)),
    }),
  }),
  invitations: z.strictObject({
    /** Members may invite this many days after their registration; null: never. */
    memberDays: count,
  }),
  features: z.strictObject({
    push: isOn,
    export: isOn,
    presence: isOn,
    webPushNames: isOn,
    pinPanel: isOn,
    chatPhotos: isOn,
    chatVoice: isOn,
  } satisfies Record<Feature, typeof isOn>),
  place: PlaceMode,
  people: z.strictObject({
    verification: VerificationMode,
    /** Photos are marked from this probability on, in percent; null: none are looked at. */
    nakednessFrom: z.nullable(
      z.int(INVALID).check(z.minimum(NAKEDNESS_FROM_MIN, INVALID), z.maximum(NAKEDNESS_FROM_MAX, INVALID)),
    ),
    /** Keeps descriptors of the faces of banned users, and compares new accounts with them. */
    bannedFaces: isOn,
  }),
  /** Daily limits of new and reported accounts, see trust.ts. */
  trust: z.strictObject({
    newHours: z.int(INVALID).check(z.minimum(0, INVALID), z.maximum(limits.NEW_ACCOUNT_HOURS_MAX, INVALID)),
    new: DailyLimit,
    reported: DailyLimit,
  }),
})
export type Settings = z.infer<typeof Settings>

/** The specification's product: these hold until somebody changes them. */
export const DEFAULT_SETTINGS: Settings = {
  name: PRODUCT_NAME,
  tagline: '',
  about: '',
  accent: DEFAULT_ACCENT,
  logo: null,
  languages: [...LANGUAGES],
  defaultLanguage: 'en',
  minAge: limits.REGISTER_AGE_MIN,
  contact: null,
  feedback: null,
  rules: [],
  terms: { url: null, text: null, version: 0 },
  privacy: { url: null, text: null },
  registration: {
    mode: 'open',
    fallenBack: null,
    question: null,
    quota: null,
    cap: null,
    proof: 'auto',
    fallback: { enabled: true, hours: limits.FALLBACK_HOURS },
  },
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
  people: { verification: 'off', nakednessFrom: null, bannedFaces: false },
  trust: { newHours: limits.NEW_ACCOUNT_HOURS, ...DAILY_LIMITS.strict },
}

/** Colours by CSS token, such as `zing`, for one theme. */
const Colours = z.record(z.string(), z.string())
/** The accent's colours for both themes, made by admin. Empty for the default accent: the stylesheet has its colours. */
export const Palette = z.object({ light: Colours, dark: Colours })
export type Palette = z.infer<typeof Palette>

/** The newest settings as admin distributes them. Version 0 is DEFAULT_SETTINGS. */
export const PublishedSettings = z.object({ version: z.int(), settings: Settings, palette: Palette })
export type PublishedSettings = z.infer<typeof PublishedSettings>

export const DEFAULT_PUBLISHED: PublishedSettings = {
  version: 0,
  settings: DEFAULT_SETTINGS,
  palette: { light: {}, dark: {} },
}

/** A changed value; `path` is the keys joined with dots. Lists are one value. */
export const SettingsChange = z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })
export type SettingsChange = z.infer<typeof SettingsChange>
