import { z } from 'zod/mini'
import { afterSeq, captionOf, messageContent, positiveId } from './fields.ts'
import { MESSAGE_MAX } from './limits.ts'

/** The fields of a message in both transports. */
export const messageFields = {
  receiverId: positiveId('Invalid receiver ID'),
  /** May be empty or absent with `mediaId`; then a text here is the caption, unless there is one. */
  content: z._default(z.string('Message cannot be empty').check(z.meta({ maxLength: MESSAGE_MAX })), ''),
  afterSeq: z.optional(afterSeq),
  replyToId: z.optional(positiveId('Invalid reply ID')),
  /** The caller's own upload for this receiver and this `clientMessageId`. */
  mediaId: z.optional(positiveId('Invalid media ID')),
  /** Text below a photo, with the rules of texts. At most CAPTION_MAX characters. */
  caption: z.optional(z.string('Invalid caption')),
}

interface Content {
  content: string
  mediaId?: number | undefined
  caption?: string | undefined
}

/** The text of a message: its content, or the caption of its medium; undefined for a medium without one. */
export function textOf({ content, mediaId, caption }: Content): string | undefined {
  return mediaId ? caption || content || undefined : content
}

/** Checks the text by the rules of its kind of message. */
export const hasContent = z.check<Content>(({ value, issues }) => {
  const rules = value.mediaId ? captionOf : messageContent
  const text = textOf(value)
  const parsed = rules.safeParse(text)
  for (const { message } of parsed.error?.issues ?? [])
    issues.push({ code: 'custom', input: text, path: ['content'], message })
})
