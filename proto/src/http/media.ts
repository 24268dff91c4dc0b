import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { clientMessageId, mediaKind, mediaSetting, PHOTO_MEDIA, pathId, VOICE_MEDIA } from '../fields.ts'
import { CHAT_PHOTO_MAX_BYTES, PEAKS } from '../limits.ts'
import * as limits from '../rate-limits.ts'

/** Heights of a waveform from 0 to 255, a byte each, in base64url. */
const peaks = z
  .string('Invalid peaks')
  .check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((PEAKS * 4) / 3)}}$`), 'Invalid peaks'))

/**
 * Uploads a photo or a recording for a message to `receiverId`, as its bytes. A retry with the same `clientMessageId` returns
 * the same medium. Its message names it by `mediaId`, with the same `clientMessageId`; without a message it is deleted after
 * MEDIA_UNNAMED_MS. 403 with the code `MEDIA_NOT_WANTED` if the receiver does not take this kind. 404 with `FEATURE_OFF`
 * if the community does not. A photo has at most CHAT_PHOTO_MAX_BYTES, and a recording VOICE_MAX_BYTES and VOICE_MAX_MS.
 */
export const uploadMedia = endpoint({
  method: 'POST',
  path: '/api/media',
  status: 201,
  isUpload: true,
  maxBytes: CHAT_PHOTO_MAX_BYTES,
  priority: 'message',
  limits: [limits.newMedia],
  query: z.object({
    kind: mediaKind,
    clientMessageId,
    receiverId: pathId('Invalid receiver ID'),
    /** The waveform of a recording, which the server does not decode. Absent: a flat line. */
    peaks: z.optional(peaks),
  }),
  fileMedia: [...PHOTO_MEDIA, ...VOICE_MEDIA],
  response: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('photo'),
      id: z.int(),
      width: z.int(),
      height: z.int(),
      placeholder: z.string(),
      /** It may be explicit: the client asks once before it sends the message. */
      mayBeNude: z.optional(z.literal(true)),
    }),
    z.object({ kind: z.literal('voice'), id: z.int(), durationMs: z.int(), peaks: z.array(z.number()) }),
  ]),
  errorResponses: [403, 404],
})

/**
 * Returns the bytes of a medium to the two members of its conversation, before its message to its sender only. Parts by
 * `Range`. 404 for all others, and once the conversation has ended, a member is suspended or the message is deleted.
 */
export const getMedia = endpoint({
  method: 'GET',
  path: '/api/media/{id}',
  status: 200,
  lane: 'media',
  limits: [limits.mediaViews],
  params: z.object({ id: pathId('Invalid media ID') }),
  query: z.object({
    /** The size of a photo. Absent: `full`. */
    size: z.optional(z.enum(['thumb', 'full'], 'Invalid size')),
  }),
  media: ['image/jpeg', ...VOICE_MEDIA],
  headers: ['Content-Range', 'ETag'],
  errorResponses: [404, 416],
})

const ConversationSettings = z.object({
  /** The caller's wish in this conversation. */
  photos: mediaSetting,
  voice: mediaSetting,
  /** The kinds that the partner takes from the caller now. */
  maySend: z.object({ photos: z.boolean(), voice: z.boolean() }),
})
export type ConversationSettings = z.infer<typeof ConversationSettings>

const partner = z.object({ userId: pathId('Invalid user ID') })

/** Returns the caller's settings of a conversation. 404 without a match. */
export const getConversationSettings = endpoint({
  method: 'GET',
  path: '/api/conversations/{userId}/settings',
  params: partner,
  response: ConversationSettings,
  errorResponses: [404],
})

/** Changes the caller's settings of a conversation. The partner is not told. 404 without a match. */
export const putConversationSettings = endpoint({
  method: 'PUT',
  path: '/api/conversations/{userId}/settings',
  params: partner,
  body: z.object({ photos: mediaSetting, voice: mediaSetting }),
  response: ConversationSettings,
  errorResponses: [404],
})
