import { likeUser, unlikeUser } from '@zing/proto/http/social'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { beforeEach, expect, test, vi } from 'vitest'
import { LIKE_RETRY_FOR_MS } from '../../lib/limits.ts'
import { shownMatch } from '../../lib/state/match-store.ts'
import { shownToast } from '../../lib/state/toast-store.ts'
import { stubApi } from '../../test/api.ts'
import { profile } from '../../test/render-at.tsx'
import { openPage } from '../../test/session.ts'
import { type FeedPages, feedQuery } from '../profiles.ts'
import { chooseLike, withChoice } from './likes.ts'

const BEN = { id: 2, name: 'Ben', selfie: null }
/** Between two attempts, at most. */
const RETRY_MAX_MS = 30_000
const UNAVAILABLE = 'Service temporarily unavailable. Please try again.'

beforeEach(() => void vi.useFakeTimers())

function setup(more: Partial<PublicProfile> = {}) {
  const api = stubApi()
  const client = openPage()
  const items = [profile(BEN.id, BEN.name, more)]
  client.setQueryData<FeedPages>(feedQuery.queryKey, { pages: [{ items, next: null }], pageParams: [''] })
  const ben = () => client.getQueryData<FeedPages>(feedQuery.queryKey)?.pages[0]?.items[0]
  return { api, client, ben, like: () => chooseLike(client, BEN, true), unlike: () => chooseLike(client, BEN, false) }
}

test('a choice covers the state of the server, and the count never falls below 0', () => {
  const none = { hasLiked: false, likeCount: 0 }
  expect(withChoice(none, undefined)).toBe(none)
  expect(withChoice(none, true)).toEqual({ hasLiked: true, likeCount: 1 })
  expect(withChoice({ hasLiked: true, likeCount: 0 }, false)).toEqual({ hasLiked: false, likeCount: 0 })
  expect(withChoice({ hasLiked: true, likeCount: 3 }, true)).toEqual({ hasLiked: true, likeCount: 3 })
})

test('a confirmed like takes the count of the response (4.like.1)', async () => {
  const { api, like, ben } = setup()
  api.respond(likeUser, { likeCount: 9, isMatch: false })
  expect(await like()).toBe(true)
  expect(ben()).toMatchObject({ hasLiked: true, likeCount: 9 })
})

test('an unlike is confirmed as a like is, and ends the match', async () => {
  const { api, unlike, ben } = setup({ hasLiked: true, isMatch: true })
  api.respond(unlikeUser, { likeCount: 2 })
  expect(await unlike()).toBe(true)
  expect(ben()).toMatchObject({ hasLiked: false, isMatch: false, likeCount: 2 })
})

test('of like, unlike and like in quick succession only the last choice is left to send', async () => {
  const { api, like, unlike, ben } = setup()
  const respond = api.hold(likeUser, { likeCount: 4, isMatch: false })
  const outcomes = [like(), unlike(), like()]
  respond()
  expect(await Promise.all(outcomes)).toEqual([true, true, true])
  expect([api.calls(likeUser).length, api.calls(unlikeUser).length]).toEqual([1, 0])
  expect(ben()).toMatchObject({ hasLiked: true })
})

test('an unlike that follows a like in flight is sent when that has ended, and wins', async () => {
  const { api, client, like, unlike, ben } = setup()
  const respond = api.hold(likeUser, { likeCount: 4, isMatch: true })
  api.respond(unlikeUser, { likeCount: 3 })
  const outcomes = [like(), unlike()]
  expect(api.calls(unlikeUser)).toEqual([])
  respond()
  expect(await Promise.all(outcomes)).toEqual([true, true])
  expect(api.calls(unlikeUser)).toHaveLength(1)
  expect(ben()).toMatchObject({ hasLiked: false, isMatch: false, likeCount: 3 })
  expect(shownMatch(client).get()).toBeNull()
})

test.each([
  ['a 503', (api: ReturnType<typeof stubApi>) => api.reject(likeUser, 503, UNAVAILABLE)],
  ['a lost connection', (api: ReturnType<typeof stubApi>) => api.disconnect(likeUser)],
])('after %s a like waits, says so, and is sent again', async (_failure, fail) => {
  const { api, client, like, ben } = setup()
  fail(api)
  const outcome = like()
  await vi.advanceTimersByTimeAsync(0)
  expect(shownToast.get()).toMatchObject({ title: 'Your like is waiting', variant: 'default' })
  api.respond(likeUser, { likeCount: 4, isMatch: true })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await outcome).toBe(true)
  expect(ben()).toMatchObject({ hasLiked: true })
  expect(shownMatch(client).get()?.id).toBe(BEN.id)
})

test('the next attempt waits as long as the server asks', async () => {
  const { api, like } = setup()
  api.reject(likeUser, 503, UNAVAILABLE, { 'retry-after': '20' })
  const outcome = like()
  await vi.advanceTimersByTimeAsync(19_999)
  expect(api.calls(likeUser)).toHaveLength(1)
  api.respond(likeUser, { likeCount: 4, isMatch: false })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await outcome).toBe(true)
})

test('a like that cannot be sent for two minutes is taken back with a toast (8.logged.like)', async () => {
  const { api, like, ben } = setup()
  api.reject(likeUser, 503, UNAVAILABLE)
  const outcome = like()
  await vi.advanceTimersByTimeAsync(LIKE_RETRY_FOR_MS + RETRY_MAX_MS)
  expect(await outcome).toBe(false)
  expect(shownToast.get()).toMatchObject({ title: 'Failed to like user', text: UNAVAILABLE, variant: 'destructive' })
  expect(ben()).toMatchObject({ hasLiked: false, likeCount: 3 })
})

test('a like that may not be repeated for longer than that is taken back at once', async () => {
  const { api, like } = setup()
  api.reject(likeUser, 429, 'Too many requests. Please try again later.', { 'retry-after': '3600' })
  expect(await like()).toBe(false)
  expect(shownToast.get()).toMatchObject({ title: 'Failed to like user' })
})

test('a like beyond the limit of the day is taken back at once, and the toast says why', async () => {
  const { api, like, ben } = setup()
  const message = "You've liked a lot of people today. You can like more tomorrow."
  api.reject(likeUser, 429, { message, code: 'NO_LIKES_LEFT' }, { 'retry-after': '60' })
  expect(await like()).toBe(false)
  expect(shownToast.get()).toMatchObject({ title: 'No more likes today', text: message, variant: 'destructive' })
  expect(ben()).toMatchObject({ hasLiked: false, likeCount: 3 })
  expect(api.calls(likeUser)).toHaveLength(1)
})
