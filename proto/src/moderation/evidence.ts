import { z } from 'zod/mini'
import { isoTime, mediaKind, selfiePathOrNull } from '../fields.ts'
import { CardPlace } from '../places/place.ts'
import { type PromptAnswer, writtenFields } from '../profile-fields.ts'
import { Photo } from '../profiles/story.ts'
import type { ProfileText } from './decisions.ts'

export const EvidenceMessage = z.object({
  id: z.int(),
  seq: z.int(),
  senderId: z.int(),
  /** With a kind it is the caption. */
  content: z.string(),
  /** Absent for a text. */
  kind: z.exactOptional(mediaKind),
  createdAt: isoTime,
  /** The reporter has marked the message. */
  isMarked: z.boolean(),
  /** The photo or recording of a marked message. */
  media: z.exactOptional(z.object({ id: z.int(), kind: mediaKind, mayBeNude: z.exactOptional(z.literal(true)) })),
})
export type EvidenceMessage = z.infer<typeof EvidenceMessage>

/** A message with the path of its medium for moderators, see `getEvidenceMedia`. */
export const ShownEvidenceMessage = z.extend(EvidenceMessage, {
  media: z.exactOptional(
    z.object({
      kind: mediaKind,
      path: z.string(),
      /** The photo may be explicit. */
      mayBeNude: z.exactOptional(z.literal(true)),
    }),
  ),
})
export type ShownEvidenceMessage = z.infer<typeof ShownEvidenceMessage>

/** The reported profile at the time of the report. */
export const EvidenceProfile = z.object({
  name: z.string(),
  age: z.int(),
  gender: z.string(),
  orientation: z.string(),
  username: z.string(),
  createdAt: isoTime,
  ...writtenFields,
  /** Absent without a place on the card. */
  place: z.exactOptional(CardPlace),
})
export type EvidenceProfile = z.infer<typeof EvidenceProfile>

type ProfileTexts = { [Field in Exclude<ProfileText, 'prompts'>]?: string | null | undefined } & {
  prompts?: PromptAnswer[] | null | undefined
}

/** A text of a profile as one string, for comparing the evidence with the current profile. */
export function comparedText(profile: ProfileTexts, field: ProfileText): string {
  if (field !== 'prompts') return JSON.stringify(profile[field] ?? null)
  return JSON.stringify((profile.prompts ?? []).map(({ promptId, answer }) => [promptId, answer]))
}

/** The data that the server stored with the report. */
export const Evidence = z.object({
  takenAt: isoTime,
  profile: EvidenceProfile,
  /** Path of the selfie for moderators, see `getEvidencePhoto`; null without a selfie. */
  photo: selfiePathOrNull,
  /** The photos besides the selfie, with paths for moderators. */
  photos: z.array(Photo),
  /** Oldest first, from the conversation of the two. */
  messages: z.array(ShownEvidenceMessage),
  /** SHA-256 of the stored data, in hexadecimal digits. The report's entry in the audit log has it as `evidence`. */
  hash: z.string(),
})
export type Evidence = z.infer<typeof Evidence>
