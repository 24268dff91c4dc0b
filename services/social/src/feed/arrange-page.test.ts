import { expect, test } from 'vitest'
import { arrangePage, dayOf, pickLikers } from './arrange-page.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const now = new Date('2026-05-20T15:00:00.000Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
const user = (_id: number, activeOn?: Date) => ({ _id, createdAt: daysAgo(_id), ...(activeOn && { activeOn }) })
const idsOf = (page: { _id: number }[]) => page.map(({ _id }) => _id)
const page = Array.from({ length: 20 }, (_, i) => user(i + 1))
const fans = [101, 102, 103, 104, 105, 106].map((id) => user(id))

test('without users to mix in and dormant users, a page stays newest first', () => {
  expect(arrangePage(page, [], { viewerId: 7, now })).toEqual(page)
})

test('it puts dormant users last, but not new users who have never opened the feed', () => {
  const users = [user(2), user(40), user(50, daysAgo(3)), user(60, daysAgo(31)), user(70, daysAgo(30))]
  expect(idsOf(arrangePage(users, [], { viewerId: 7, now }))).toEqual([2, 50, 70, 40, 60])
})

test('it mixes users in among the first twelve, in an order that lasts for the day', () => {
  for (let viewerId = 1; viewerId <= 50; viewerId++) {
    const mixed = pickLikers(fans, 50, { viewerId, now })
    const arranged = arrangePage(page, mixed, { viewerId, now })
    expect(arrangePage(page, mixed, { viewerId, now: new Date(now.getTime() + 60_000) })).toEqual(arranged)
    const places = mixed.map((one) => arranged.indexOf(one))
    expect(places.every((place) => place >= 0 && place < 12 + mixed.length - 1)).toBe(true)
    expect(arranged.filter((one) => !mixed.includes(one))).toEqual(page)
  }
})

test('places differ between viewers and days, so that no place means a like', () => {
  const placeFor = (viewerId: number, day: number) => {
    const [one] = fans.slice(0, 1)
    return idsOf(arrangePage(page, one ? [one] : [], { viewerId, now: daysAgo(-day) })).indexOf(101)
  }
  const viewers = Array.from({ length: 200 }, (_, i) => placeFor(i + 1, 0))
  const days = Array.from({ length: 200 }, (_, i) => placeFor(7, i))
  expect(new Set(viewers).size).toBe(12)
  expect(new Set(days).size).toBe(12)
})

test('it mixes in at most three users, whatever their number and order', () => {
  const picked = pickLikers(fans, 50, { viewerId: 7, now })
  expect(picked).toHaveLength(3)
  expect(pickLikers(fans.toReversed(), 50, { viewerId: 7, now })).toEqual(picked)
  expect(pickLikers(fans.slice(0, 2), 50, { viewerId: 7, now })).toHaveLength(2)
  const ofPageWith = (limit: number) => pickLikers(fans, limit, { viewerId: 7, now }).length
  expect([1, 2, 3, 4, 6].map(ofPageWith)).toEqual([0, 1, 1, 2, 3])
  expect(arrangePage([], picked, { viewerId: 7, now }).toSorted((a, b) => a._id - b._id)).toEqual(
    picked.toSorted((a, b) => a._id - b._id),
  )
})

test('the day of a time is its midnight in UTC', () => {
  expect(dayOf(now)).toEqual(new Date('2026-05-20T00:00:00.000Z'))
})
