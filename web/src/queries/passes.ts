import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { passUser, unpassAllUsers } from '@zing/proto/http/discovery'
import type { UserSummary } from '@zing/proto/users'
import { call, isFinal } from '../lib/call.ts'
import { createStore } from '../lib/create-store.ts'
import { LIKE_RETRY_FOR_MS } from '../lib/limits.ts'
import { FAIL_OFFLINE } from '../lib/online.ts'
import { toast, toastError } from '../lib/toast-store.ts'
import { clearDecisions, dropDecisions, noteDecision } from './decisions.ts'
import { chooseLike } from './likes.ts'
import { profilesKey } from './profiles.ts'
import { runMutation } from './query-client.ts'

/** Users whose card the user has just swiped away; the server leaves them out of the next list. */
export const dismissed = createStore<ReadonlySet<number>>(new Set())
const running = new Set<Promise<unknown>>()

/**
 * Takes a user off the feed at once and sends it. Temporary failures are retried for LIKE_RETRY_FOR_MS; after any other
 * the card is back, and a toast says why.
 */
export async function passOver(client: QueryClient, { id }: UserSummary): Promise<void> {
  dismiss(id)
  noteDecision({ userId: id, undone: 'pass' })
  const sent = send(client, id)
  running.add(sent)
  try {
    await sent
  } catch (error) {
    if (!dismissed.get().has(id)) return // the user has signed out meanwhile
    restore(id)
    dropDecisions(id)
    toastError('The pass was not sent', error instanceof Error ? error.message : undefined)
  } finally {
    running.delete(sent)
  }
}

/** Likes a user whose card is swiped away; it comes back if the like is refused. */
export async function likeAndDismiss(client: QueryClient, user: UserSummary): Promise<void> {
  dismiss(user.id)
  if (!(await chooseLike(client, user, true))) restore(user.id)
}

/** Brings all passed users back. */
export function useStartOver() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: () => call(unpassAllUsers),
    onSuccess: () => {
      dismissed.set(new Set())
      clearDecisions()
      return client.invalidateQueries({ queryKey: profilesKey })
    },
    onError: (error) => toastError('The passes were not taken back', error.message),
  })
}

/** Passes that the server has not confirmed. */
export function passesInFlight(): Promise<unknown>[] {
  return [...running]
}

/** For the next user of this page. */
export function closePasses(): void {
  dismissed.set(new Set())
  running.clear()
  clearDecisions()
}

function send(client: QueryClient, userId: number): Promise<void> {
  const giveUpAt = Date.now() + LIKE_RETRY_FOR_MS
  return runMutation(client, {
    mutationFn: async () => {
      if (dismissed.get().has(userId)) await call(passUser, { body: { userId } }) // else the user has signed out meanwhile
    },
    retry: (failures, error) => {
      if (isFinal(error) || Date.now() > giveUpAt) return false
      if (failures === 0) toast('Your pass is waiting', 'It is sent as soon as the connection is back.')
      return true
    },
  })
}

function dismiss(userId: number): void {
  dismissed.set(new Set([...dismissed.get(), userId]))
}

/** Shows the card of a user again. */
export function restore(userId: number): void {
  if (dismissed.get().has(userId)) dismissed.set(new Set([...dismissed.get()].filter((id) => id !== userId)))
}
