import { z } from 'zod/mini'
import { FallbackReason, Palette, RegistrationMode, Settings } from '../community/settings.ts'
import { endpoint } from '../endpoint.ts'
import { COMMUNITY_PATH } from '../paths.ts'

const { name, tagline, about, accent, languages, defaultLanguage, rules, terms, privacy, contact, feedback, minAge } =
  Settings.shape

/** Returns what a visitor may know of the community. Gateways serve the last known settings. */
export const getCommunity = endpoint({
  method: 'GET',
  path: COMMUNITY_PATH,
  access: 'public',
  response: z.object({
    ...{ name, tagline, about, accent, languages, defaultLanguage, rules, terms, privacy, contact, feedback, minAge },
    /** Path of the logo; null: the bolt. */
    logo: z.nullable(z.string()),
    palette: Palette,
    registration: z.object({
      mode: RegistrationMode,
      /** Present while the product itself has turned an open door to approval. */
      reason: z.exactOptional(FallbackReason),
    }),
    features: Settings.shape.features,
    place: Settings.shape.place,
    invitations: Settings.shape.invitations,
  }),
  headers: ['ETag'],
})
