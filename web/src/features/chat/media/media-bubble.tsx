import type { Message } from '@zing/proto/messages'
import type { OutboxMedia } from '../../../queries/chat/outbox-state.ts'
import { mediaOf } from './media-of.ts'
import { PhotoBubble } from './photos/photo-bubble.tsx'
import { VoiceBubble } from './voice/voice-bubble.tsx'

interface MediaBubbleProps {
  /** Null until the server has stored it. */
  message: Message | null
  /** Bytes that wait here to be sent. */
  file: OutboxMedia | null
  outboxId: string | null
  caption: string
  isMine: boolean
  partnerName: string
}

/** The photo or recording of a message. */
export function MediaBubble({ message, file, outboxId, ...about }: MediaBubbleProps) {
  const media = mediaOf(message, file)
  if (media?.kind === 'photo')
    return <PhotoBubble {...media} {...about} outboxId={outboxId} partnerId={message?.senderId ?? 0} />
  if (media?.kind === 'voice') return <VoiceBubble {...media} outboxId={outboxId} />
  return null
}
