import type { Recording } from '../../../lib/media/recorder.ts'
import type { Size } from '../../../lib/photos/fit-inside.ts'
import type { OutboxMedia } from '../../../queries/chat/outbox-state.ts'

/** A photo or a recording for the outbox, which keeps bytes: Safari has lost stored files. */
export async function toOutbox(from: Recording | ({ file: Blob } & Size)): Promise<OutboxMedia> {
  const { file, ...about } = from
  const bytes = { bytes: await file.arrayBuffer(), type: file.type }
  return 'peaks' in about ? { kind: 'voice', ...about, ...bytes } : { kind: 'photo', ...about, ...bytes }
}
