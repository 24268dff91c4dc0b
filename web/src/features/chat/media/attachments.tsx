import { toast } from '../../../lib/state/toast-store.ts'
import type { OutboxMedia } from '../../../queries/chat/outbox-state.ts'
import { PhotoButton } from './photos/photo-button.tsx'
import { type Partner, useRefusal } from './use-refusal.ts'
import { VoiceButton } from './voice/voice-button.tsx'

interface AttachmentsProps extends Partner {
  onSend: (media: OutboxMedia, caption: string) => void
}

/** Stands before the text of a message. */
export function Photos({ onSend, ...partner }: AttachmentsProps) {
  const { state, refusal } = useRefusal('photos', partner)
  if (state !== 'known') return state === 'unknown' && <Place />
  return <PhotoButton partnerName={partner.partnerName} refusal={refusal} onRefusal={toast} onSend={onSend} />
}

interface VoiceProps extends AttachmentsProps {
  onRecording: (isRecording: boolean) => void
}

/** Stands behind the text of a message, and takes the whole row while it records. */
export function Voice({ onSend, onRecording, ...partner }: VoiceProps) {
  const { state, refusal } = useRefusal('voice', partner)
  if (state !== 'known') return state === 'unknown' && <Place />
  return (
    <VoiceButton refusal={refusal} onRefusal={toast} onRecording={onRecording} onSend={(media) => onSend(media, '')} />
  )
}

/** Keeps the place of a button, so that the input does not jump. */
function Place() {
  return <span className="w-11 shrink-0" />
}
