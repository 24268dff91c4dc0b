import { t } from '@lingui/core/macro'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { passUser, unpassAllUsers } from '@zing/proto/http/discovery'
import type { UserSummary } from '@zing/proto/profiles/users'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call } from '../../lib/http/call.ts'
import { createStore } from '../../lib/state/create-store.ts'
import { perSession } from '../../lib/state/per-session.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { profilesKey } from '../profiles.ts'
import { retryUnavailable, runMutation } from '../session/query-client.ts'
import { clearDecisions, decisionOptions, dropDecisions, noteDecision } from './decisions.ts'
import { dealAnew, putNext } from './deck.ts'
import { chooseLike } from './likes.ts'

/** Users whose card the user has just swiped away; the server leaves them out of the next list. */
export const dismissed = perSession(() => createStore<ReadonlySet<number>>(new Set()))

/**
 * Takes a user off the feed at once and sends it. Temporary failures are retried for LIKE_RETRY_FOR_MS; after any other
 * the card is back, and a toast says why.
 */
export async function passOver(client: QueryClient, { id }: UserSummary): Promise<void> {
  dismiss(client, id)
  noteDecision(client, { userId: id, undone: 'pass' })
  await runMutation(client, {
    ...decisionOptions(t`Your pass is waiting`),
    mutationFn: async () => {
      if (dismissed(client).get().has(id)) await call(client, passUser, { body: { userId: id } }) // else taken back meanwhile
    },
    onError(error) {
      putNext(client, id)
      restore(client, id)
      dropDecisions(client, id)
      toastError(t`Couldn't send your pass`, error.message)
    },
  }).catch(() => {})
}

/**
 * Likes a user, whose card leaves the feed once it is `thrown`. Resolves with false if the like is refused: then the card is
 * back.
 */
export async function likeAndDismiss(client: QueryClient, user: UserSummary, thrown?: Promise<void>): Promise<boolean> {
  const liking = chooseLike(client, user, true)
  await thrown
  dismiss(client, user.id)
  const isLiked = await liking
  if (isLiked) return true
  putNext(client, user.id)
  restore(client, user.id)
  return false
}

/** Brings all passed users back. */
export function useStartOver() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    retry: retryUnavailable, // idempotent
    mutationFn: () => call(client, unpassAllUsers),
    onSuccess: async () => {
      dismissed(client).set(new Set())
      clearDecisions(client)
      await client.invalidateQueries({ queryKey: profilesKey })
      dealAnew(client)
    },
    onError: (error) => toastError(t`Couldn't show them again`, error.message),
  })
}

function dismiss(client: QueryClient, userId: number): void {
  const gone = dismissed(client)
  gone.set(new Set([...gone.get(), userId]))
}

/** Shows the card of a user again. */
export function restore(client: QueryClient, userId: number): void {
  const gone = dismissed(client)
  if (gone.get().has(userId)) gone.set(new Set([...gone.get()].filter((id) => id !== userId)))
}
