import type { Message, TextMessage } from '@zing/proto/messages'
import type { MessageMedia } from '../models/message-media.ts'

/** Content of the messages with media, for clients that know no kinds. */
const CONTENT = { photo: 'Photo', voice: 'Voice message' } as const

const PEAK_MAX = 255
const PRECISION = 100

/** Turns a message, whose text is the caption, into one with a medium. */
export function withMedia(
  { content: caption, ...message }: TextMessage,
  { id: mediaId, ...media }: MessageMedia,
  { isReceiver, isVeiled }: { isReceiver: boolean; isVeiled: boolean },
): Message {
  const shown = { ...message, content: CONTENT[media.kind], mediaId }
  if (media.kind === 'voice')
    return { ...shown, kind: 'voice', durationMs: media.durationMs, peaks: peaksOf(media.peaks) }
  const { width, height, placeholder, mayBeNude } = media
  return {
    ...shown,
    ...{ kind: 'photo', width, height, placeholder },
    ...(caption && { caption }),
    ...(isVeiled && { veiled: true }),
    ...(isReceiver && mayBeNude && { mayBeNude: true }),
  }
}

/** The text of a message in lists and quotes. */
export function previewOf({ content, media }: { content: string; media?: MessageMedia | null }): string {
  return content || (media ? CONTENT[media.kind] : '')
}

/** Heights from 0 to 1 of bytes in base64url. */
export function peaksOf(text: string): number[] {
  return Array.from(Buffer.from(text, 'base64url'), (byte) => Math.round((byte / PEAK_MAX) * PRECISION) / PRECISION)
}
