import type { QueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '@zing/proto/endpoint'
import { uploadMedia as uploadMediaCall } from '@zing/proto/http/media'
import { hasCode } from '../../lib/http/call.ts'
import { upload } from '../../lib/http/upload.ts'
import { encodePeaks } from '../../lib/media/peaks.ts'
import { createStore, type Store } from '../../lib/state/create-store.ts'
import { perSession } from '../../lib/state/per-session.ts'
import { settingsKey } from './media/conversation-settings.ts'
import type { OutboxMedia, OutboxMessage } from './outbox-state.ts'

/** Part that is sent of each file on its way, from 0 to 1, by the id of its message. */
export const uploads = perSession(() => createStore<ReadonlyMap<string, number>>(new Map()))

/** Sends the bytes of a message. Ends early when the message is discarded or refused. */
export async function uploadMedia(
  client: QueryClient,
  { id, partnerId }: OutboxMessage,
  media: OutboxMedia,
  outbox: Store<OutboxMessage[]>,
): Promise<ResponseOf<typeof uploadMediaCall>> {
  const ended = new AbortController()
  const endUnlessWaiting = () => {
    if (outbox.get().every((one) => one.id !== id || one.failure !== null)) ended.abort()
  }
  endUnlessWaiting()
  const unsubscribe = outbox.subscribe(endUnlessWaiting)
  const progress = uploads(client)
  const tell = (part: number) => progress.set(new Map(progress.get()).set(id, part))
  tell(0)
  try {
    const { kind, bytes, type } = media
    const file = new Blob(bytes ? [bytes] : [], { type })
    const peaks = media.kind === 'voice' ? encodePeaks(media.peaks) : undefined
    const query = { kind, clientMessageId: id, receiverId: partnerId, peaks }
    return await upload(client, uploadMediaCall, { query, file, onProgress: tell, signal: ended.signal })
  } catch (error) {
    // the partner's choice has changed: the buttons say so from now on
    if (hasCode(error, 'MEDIA_NOT_WANTED')) void client.invalidateQueries({ queryKey: settingsKey(partnerId) })
    throw error
  } finally {
    unsubscribe()
    const rest = new Map(progress.get())
    rest.delete(id)
    progress.set(rest)
  }
}
