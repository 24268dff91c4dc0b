import { t } from '@lingui/core/macro'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { undoLast } from '@zing/proto/http/discovery'
import { FAIL_OFFLINE, isOnline } from '../../lib/device/online.ts'
import { call, hasCode, isFinal } from '../../lib/http/call.ts'
import { perSession } from '../../lib/state/per-session.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import {
  type FeedPages,
  feedIsIdle,
  feedQuery,
  hasProfile,
  profileQuery,
  profilesKey,
  withProfile,
  withProfileFirst,
} from '../profiles.ts'
import { retryUpTo } from '../session/query-client.ts'
import { type Decision, decisionsSent, dropDecisions, latestDecision } from './decisions.ts'
import { returnCard } from './deck.ts'
import { restore } from './passes.ts'

const UNDO_ATTEMPTS = 3
const NOTHING = new Error('there is nothing to undo')
/** The decision that the server undid last; it returns the same one until there is another decision. */
const undone = perSession(() => ({ last: null as Decision | null }))

/** Undoes the latest pass or like; the user's card is back on top. */
export function useUndo() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: async () => {
      if (isOnline()) await decisionsSent(client) // the server must have the decision before it can undo it
      return undo(client)
    },
    retry: (failures, error) => isOnline() && error !== NOTHING && retryUpTo(UNDO_ATTEMPTS - 1)(failures, error),
    onSuccess: async (decision) => {
      const { userId, undone: kind } = decision
      undone(client).last = decision
      const feed = client.getQueryData<FeedPages>(feedQuery.queryKey)
      if (feed && kind === 'like')
        client.setQueryData(feedQuery.queryKey, withProfile(feed, userId, { hasLiked: false }))
      restore(client, userId)
      if (kind === 'like' || !isInFeed(client, userId)) {
        await client.invalidateQueries({ queryKey: profilesKey })
        await bringToFeed(client, userId)
      }
      returnCard(client, decision)
    },
    onError: (error) => {
      if (error === NOTHING || hasCode(error, 'NOTHING_TO_UNDO'))
        toast(t`Nothing to undo`, t`You can undo a pass at any time, a like for ten seconds.`)
      else toastError(t`Couldn't undo that`, error.message)
    },
  })
}

/**
 * Undoes this tab's decisions by name, so that a repeated call undoes nothing more. Skips likes that are final. Without a
 * decision here it undoes the user's latest one, from another visit or device.
 */
async function undo(client: QueryClient): Promise<Decision> {
  for (let named = latestDecision(client); named; named = latestDecision(client)) {
    try {
      const decision = await call(client, undoLast, { body: named })
      dropDecisions(client, named.userId)
      return decision
    } catch (error) {
      if (!isFinal(error)) throw error
      dropDecisions(client, named.userId)
    }
  }
  const latest = await call(client, undoLast)
  const { last } = undone(client)
  if (latest.userId === last?.userId && latest.undone === last.undone) throw NOTHING
  return latest
}

/** Adds the user's profile to the feed if it is not on the pages that are loaded. */
async function bringToFeed(client: QueryClient, userId: number): Promise<void> {
  if (isInFeed(client, userId)) return
  const profile = await client.fetchQuery({ ...profileQuery(userId), staleTime: 0 }).catch(() => null) // the account may be gone
  await feedIsIdle(client)
  if (profile && !isInFeed(client, userId))
    client.setQueryData<FeedPages>(feedQuery.queryKey, (feed) => feed && withProfileFirst(feed, profile))
}

function isInFeed(client: QueryClient, userId: number): boolean {
  return hasProfile(client.getQueryData(feedQuery.queryKey), userId)
}
