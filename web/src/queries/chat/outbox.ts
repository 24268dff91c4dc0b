import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { Quote } from '@zing/proto/messages'
import { perSession } from '../../lib/state/per-session.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import type { MessagePages } from './message-cache.ts'
import { messagesQuery } from './messages.ts'
import { add, changeMedia, outbox, setFailure, userIdOf } from './outbox-messages.ts'
import { cancelRetry, forget, sendNext, sendWaiting } from './outbox-sends.ts'
import { type OutboxMedia, withoutRoom } from './outbox-state.ts'
import { loadOutbox } from './outbox-storage.ts'

/** Discarded ids that may still be among the stored messages being loaded. */
const discarded = perSession(() => new Set<string>())

/** Adds and sends the messages that an earlier session or a closed tab has left. */
export async function restoreOutbox(client: QueryClient): Promise<void> {
  const stored = (await loadOutbox(userIdOf(client))).filter(({ id }) => !discarded(client).has(id))
  const added = outbox(client)
    .get()
    .filter(({ id }) => stored.every((one) => one.id !== id))
  outbox(client).set([...stored, ...added])
  sendNext(client)
}

interface More {
  replyTo?: Quote | null
  /** Sent with the content as its caption. */
  media?: OutboxMedia
}

/** Shows a message at once and sends it as soon as possible, in order. */
export function enqueueMessage(
  client: QueryClient,
  partnerId: number,
  content: string,
  { replyTo, media }: More = {},
): void {
  const afterSeq = newestSeqWith(client, partnerId)
  add(client, {
    id: crypto.randomUUID(),
    partnerId,
    content,
    createdAt: new Date().toISOString(),
    failure: null,
    ...(replyTo && { replyTo }),
    ...(afterSeq !== undefined && { afterSeq }),
    ...(media && { media }),
  })
  if (media) makeRoom(client)
  sendNext(client)
}

/** Refuses the oldest photos and recordings, which have waited longest, if there are too many. */
function makeRoom(client: QueryClient): void {
  const refused = withoutRoom(outbox(client).get())
  const reason = t`There was no more room for it on this device. Please send it again.`
  for (const id of refused) {
    changeMedia(client, id, { bytes: null })
    setFailure(client, id, reason)
  }
  if (refused.length > 0) toastError(t`Message not sent`, reason)
}

/** The newest page may be empty: then there is no message. */
function newestSeqWith(client: QueryClient, partnerId: number): number | undefined {
  const pages = client.getQueryData<MessagePages>(messagesQuery(partnerId).queryKey)
  const newest = pages?.pages[0]
  return newest && (newest.at(-1)?.seq ?? 0)
}

export function retry(client: QueryClient, id: string): void {
  setFailure(client, id, null)
  sendNext(client)
}

/** Sends a photo that may be explicit, as its sender has answered. */
export function sendAnyway(client: QueryClient, id: string): void {
  changeMedia(client, id, { waitsForAnswer: false })
  sendNext(client)
}

/** Gives up a failed or waiting message. If the server has stored it after all, the next fetch shows it as sent. */
export function discard(client: QueryClient, id: string): void {
  discarded(client).add(id)
  cancelRetry(client, id)
  forget(client, id)
  sendNext(client)
}

/** Sends, after a reconnect, messages that wait for their next attempt, and messages of tabs closed meanwhile. */
export function flushOutbox(client: QueryClient): void {
  sendWaiting(client)
  void restoreOutbox(client)
}
