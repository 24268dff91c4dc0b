import type { Recording } from '../../../lib/media/recorder.ts'
import type { ShrunkPhoto } from '../../../lib/photos/to-photo.ts'
import type { OutboxMedia } from '../../../queries/chat/outbox-state.ts'

/** A photo or a recording for the outbox, which keeps bytes: Safari has lost stored files. */
export async function toOutbox(from: Recording | ShrunkPhoto): Promise<OutboxMedia> {
  const { file, ...about } = from
  const bytes = { bytes: await file.arrayBuffer(), type: file.type }
  return 'peaks' in about ? { kind: 'voice', ...about, ...bytes } : { kind: 'photo', ...about, ...bytes }
}
