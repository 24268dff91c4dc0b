import { t } from '@lingui/core/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { likeUser, unlikeUser } from '@zing/proto/http/social'
import type { PublicProfile, UserSummary } from '@zing/proto/profiles/users'
import { useSyncExternalStore } from 'react'
import { ApiError, call, hasCode, isFinal } from '../../lib/http/call.ts'
import { createStore } from '../../lib/state/create-store.ts'
import { likeNeeds } from '../../lib/state/like-needs.ts'
import { showMatch } from '../../lib/state/match-store.ts'
import { perSession } from '../../lib/state/per-session.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { type FeedPages, feedIsIdle, feedQuery, profileQuery, profilesKey, withProfile } from '../profiles.ts'
import { runMutation } from '../session/query-client.ts'
import { decisionOptions, dropDecisions, noteDecision } from './decisions.ts'

interface Choice {
  isLiked: boolean
}

/**
 * Likes and unlikes that the server has not confirmed, by user id. They cover the cached state, so that no refetch or
 * arriving page undoes them.
 */
const choices = perSession(() => createStore<ReadonlyMap<number, Choice>>(new Map()))

/** Returns the unconfirmed choice about a user, if there is one. */
export function useLikeChoice(userId: number): boolean | undefined {
  const { subscribe, get } = choices(useQueryClient())
  return useSyncExternalStore(subscribe, () => get().get(userId)?.isLiked)
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
 * Shows a like or unlike at once and sends it after earlier decisions; the last choice wins. Temporary failures are retried
 * for LIKE_RETRY_FOR_MS. Resolves with false if it failed: then the earlier state is shown again, and a toast says why.
 */
export function chooseLike(client: QueryClient, user: UserSummary, isLiked: boolean): Promise<boolean> {
  const choice = { isLiked }
  const isLatest = () => choices(client).get().get(user.id) === choice
  setChoice(client, user.id, choice)
  if (isLiked) noteDecision(client, { userId: user.id, undone: 'like' })
  else dropDecisions(client, user.id)
  return runMutation(client, {
    ...decisionOptions(isLiked ? t`Your like is waiting` : t`Your unlike is waiting`),
    mutationFn: async () => (isLatest() ? send(client, user.id, isLiked) : null),
    async onSuccess(result) {
      if (result?.isMatch && isLatest()) showMatch(client, user)
      await feedIsIdle(client)
      if (result && isLatest()) apply(client, user.id, { ...result, hasLiked: isLiked })
    },
    onError: (error) => isLatest() && rollBack(client, user.id, isLiked, error),
  }).then(
    () => true,
    () => false,
  )
}

async function send(
  client: QueryClient,
  userId: number,
  isLiked: boolean,
): Promise<Pick<PublicProfile, 'likeCount' | 'isMatch'>> {
  if (isLiked) return call(client, likeUser, { body: { likedId: userId } })
  return { ...(await call(client, unlikeUser, { params: { userId } })), isMatch: false }
}

function apply(client: QueryClient, userId: number, state: Partial<PublicProfile>): void {
  const feed = client.getQueryData<FeedPages>(feedQuery.queryKey)
  const before = feed?.pages.flatMap(({ items }) => items).find(({ id }) => id === userId)
  if (feed) client.setQueryData<FeedPages>(feedQuery.queryKey, withProfile(feed, userId, state))
  client.setQueryData(profileQuery(userId).queryKey, (profile) => profile && { ...profile, ...state })
  setChoice(client, userId, undefined)
  if (state.isMatch || before?.isMatch) void client.invalidateQueries({ queryKey: profilesKey })
}

function rollBack(client: QueryClient, userId: number, choice: boolean, error: unknown): void {
  setChoice(client, userId, undefined)
  if (choice) dropDecisions(client, userId)
  if (hasCode(error, 'PLACE_REQUIRED')) return likeNeeds(client).set('place')
  if (hasCode(error, 'VERIFICATION_NEEDED')) return likeNeeds(client).set('verification')
  const text = error instanceof ApiError ? error.message : t`Please check your connection and try again.`
  toastError(titleOf(choice, error), text)
  if (!isFinal(error)) void client.invalidateQueries({ queryKey: profilesKey }) // the outcome is unknown
}

function titleOf(choice: boolean, error: unknown): string {
  if (hasCode(error, 'NO_LIKES_LEFT')) return t`No more likes today`
  return choice ? t`Failed to like user` : t`Failed to unlike user`
}

function setChoice(client: QueryClient, userId: number, choice: Choice | undefined): void {
  const next = new Map(choices(client).get())
  if (choice === undefined) next.delete(userId)
  else next.set(userId, choice)
  choices(client).set(next)
}
