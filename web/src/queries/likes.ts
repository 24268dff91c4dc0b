import type { QueryClient } from '@tanstack/react-query'
import { likeUser, unlikeUser } from '@zing/proto/http/social'
import { clientRetryDelayMs } from '@zing/proto/retry-delay'
import type { PublicProfile, UserSummary } from '@zing/proto/users'
import { useSyncExternalStore } from 'react'
import { ApiError, call, hasCode, isFinal } from '../lib/call.ts'
import { createStore } from '../lib/create-store.ts'
import { LIKE_RETRY_FOR_MS } from '../lib/limits.ts'
import { showMatch } from '../lib/match-store.ts'
import { toast, toastError } from '../lib/toast-store.ts'
import { dropDecisions, noteDecision } from './decisions.ts'
import { type FeedPages, feedIsIdle, feedQuery, profileQuery, profilesKey, withProfile } from './profiles.ts'
import { runMutation } from './query-client.ts'

/**
 * Likes (true) and unlikes (false) that the server has not confirmed, by user id. They are shown in place of the cached
 * state, so that neither a refetch nor a page that arrives meanwhile undoes them.
 */
const choices = createStore<ReadonlyMap<number, boolean>>(new Map())
const running = new Map<number, Promise<boolean>>()
const waiting = new Map<number, () => void>()
/** Replaced when the user signs out, which ends what runs for them. */
let session = {}

/** Returns the unconfirmed choice about a user, if there is one. */
export function useLikeChoice(userId: number): boolean | undefined {
  return useSyncExternalStore(choices.subscribe, () => choices.get().get(userId))
}

/** Shows a profile as if the choice were confirmed. */
export function withChoice<P extends Pick<PublicProfile, 'hasLiked' | 'likeCount'>>(
  profile: P,
  choice: boolean | undefined,
): P {
  if (choice === undefined || choice === profile.hasLiked) return profile
  return { ...profile, hasLiked: choice, likeCount: Math.max(0, profile.likeCount + (choice ? 1 : -1)) }
}

/**
 * Shows a like or unlike at once and sends it, one request at a time per user; the last choice wins. Temporary failures
 * are retried for LIKE_RETRY_FOR_MS. Resolves with whether the server has confirmed the last choice; if not, the earlier
 * state is shown again, and a toast says why.
 */
export function chooseLike(client: QueryClient, user: UserSummary, isLiked: boolean): Promise<boolean> {
  setChoice(user.id, isLiked)
  if (isLiked) noteDecision({ userId: user.id, undone: 'like' })
  else dropDecisions(user.id)
  waiting.get(user.id)?.()
  const earlier = running.get(user.id)
  if (earlier) return earlier
  const confirmation = confirm(client, user).finally(() => {
    if (running.get(user.id) === confirmation) running.delete(user.id)
  })
  running.set(user.id, confirmation)
  return confirmation
}

/** Likes and unlikes that the server has not confirmed. */
export function likesInFlight(): Promise<boolean>[] {
  return [...running.values()]
}

/** Sends choices that wait for their next attempt, after a reconnect. */
export function flushLikes(): void {
  for (const resume of waiting.values()) resume()
}

/** Drops what is not confirmed, for the next user of this page. */
export function closeLikes(): void {
  session = {}
  choices.set(new Map())
  running.clear()
  flushLikes()
}

async function confirm(client: QueryClient, user: UserSummary): Promise<boolean> {
  const owner = session
  const giveUpAt = Date.now() + LIKE_RETRY_FOR_MS
  for (let attempt = 0; owner === session; attempt++) {
    const choice = choices.get().get(user.id) === true
    const isLatest = () => owner === session && choices.get().get(user.id) === choice
    try {
      const result = await send(client, user.id, choice)
      if (isLatest() && result.isMatch) showMatch(user)
      await feedIsIdle(client)
      if (!isLatest()) continue
      apply(client, user.id, { ...result, hasLiked: choice })
      return true
    } catch (error) {
      if (owner !== session) return false
      const delayMs = clientRetryDelayMs(attempt, { retryAfterMs: error instanceof ApiError ? error.retryAfterMs : 0 })
      if (isFinal(error) || Date.now() + delayMs > giveUpAt) {
        rollBack(client, user.id, choice, error)
        return false
      }
      if (waiting.size === 0) {
        toast(
          choice ? 'Your like is waiting' : 'Your unlike is waiting',
          'It is sent as soon as the connection is back.',
        )
      }
      await pause(user.id, delayMs)
    }
  }
  return false
}

function send(
  client: QueryClient,
  userId: number,
  isLiked: boolean,
): Promise<Pick<PublicProfile, 'likeCount' | 'isMatch'>> {
  return runMutation(client, {
    mutationFn: async () =>
      isLiked
        ? await call(likeUser, { body: { likedId: userId } })
        : { ...(await call(unlikeUser, { params: { userId } })), isMatch: false },
  })
}

function apply(client: QueryClient, userId: number, state: Partial<PublicProfile>): void {
  const feed = client.getQueryData<FeedPages>(feedQuery.queryKey)
  const before = feed?.pages.flatMap(({ items }) => items).find(({ id }) => id === userId)
  if (feed) client.setQueryData<FeedPages>(feedQuery.queryKey, withProfile(feed, userId, state))
  client.setQueryData(profileQuery(userId).queryKey, (profile) => profile && { ...profile, ...state })
  setChoice(userId, undefined)
  if (state.isMatch || before?.isMatch) void client.invalidateQueries({ queryKey: profilesKey })
}

function rollBack(client: QueryClient, userId: number, choice: boolean, error: unknown): void {
  setChoice(userId, undefined)
  if (choice) dropDecisions(userId)
  const text = error instanceof ApiError ? error.message : 'Please check your connection and try again.'
  toastError(titleOf(choice, error), text)
  if (!isFinal(error)) void client.invalidateQueries({ queryKey: profilesKey }) // the outcome is unknown
}

function titleOf(choice: boolean, error: unknown): string {
  if (hasCode(error, 'NO_LIKES_LEFT')) return 'No more likes today'
  return choice ? 'Failed to like user' : 'Failed to unlike user'
}

function setChoice(userId: number, choice: boolean | undefined): void {
  const next = new Map(choices.get())
  if (choice === undefined) next.delete(userId)
  else next.set(userId, choice)
  choices.set(next)
}

/** Waits, but not longer than until the device is online again or the user chooses again. */
function pause(userId: number, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const resume = () => {
      clearTimeout(timer)
      window.removeEventListener('online', resume)
      waiting.delete(userId)
      resolve()
    }
    const timer = setTimeout(resume, delayMs)
    window.addEventListener('online', resume)
    waiting.set(userId, resume)
  })
}
