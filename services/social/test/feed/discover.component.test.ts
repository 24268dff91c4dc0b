import {
  getDiscoveryPreferences,
  passUser,
  setDiscoveryPreferences,
  unpassAllUsers,
  unpassUser,
} from '@zing/proto/http/discovery'
import { getProfile, likeUser, listUsers, unlikeUser } from '@zing/proto/http/social'
import { blockCreated } from '@zing/proto/nats/events'
import { type DiscoveryPreferences, NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import { SCAN_MAX } from '../../src/feed/discover-query.ts'
import type { Pair } from '../../src/models/pair.ts'
import type { Profile } from '../../src/models/profile.ts'
import { newPair } from '../../src/pairs/pair-rules.ts'
import { buildReplica } from '../build-replica.ts'
import { insertInParts } from '../insert-in-parts.ts'
import { setupSocial, type TestUser } from '../setup-social.ts'
import { idsIn, nextOf, readAll } from './read-feed.ts'

const { accounts, publishEvent, match, models, newUser } = await setupSocial()

const DAY_MS = 24 * 60 * 60 * 1_000

let lastRow = 7_000_000
/** Inserts users into social's database only, newest last. */
async function insertUsers(count: number, more: (index: number) => Partial<Profile>): Promise<Profile[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    lastRow += 1
    const createdAt = new Date(Date.UTC(2026, 3, 1) + lastRow)
    return buildReplica(lastRow, { name: 'Row', gender: 'female', createdAt, ...more(index) })
  })
  const collection = models.Profile.db.collection<Profile>('people') // mongoose documents are slow for thousands
  await insertInParts(rows, (part) => collection.insertMany(part))
  return rows
}

async function insertPairs(viewer: TestUser, rows: Profile[], more: Partial<Pair>): Promise<void> {
  const pairs = rows.map(({ _id }) => ({ ...newPair(viewer.id, _id, 0), rev: 1, ...more }))
  await insertInParts(pairs, (part) => models.Pair.insertMany(part))
}

/** A viewer who wants only these users, since the tests of this file share a database. */
async function viewerOf(preferences: Partial<DiscoveryPreferences>): Promise<TestUser> {
  const viewer = newUser()
  const body = { ...NO_PREFERENCES, ...preferences }
  expect((await viewer.call(setDiscoveryPreferences, { body })).status).toBe(200)
  return viewer
}

const newestFirst = (rows: Profile[]) => rows.map(({ _id }) => _id).toReversed()

describe('the pages of discover', () => {
  test('list all who fit, newest first, without gaps and duplicates, whatever the limit (10.discovery.order)', async () => {
    const rows = await insertUsers(90, (index) => ({
      age: 71 + (index % 3),
      gender: index % 2 === 0 ? 'male' : 'Other one',
    }))
    const viewer = await viewerOf({ genders: ['male', 'other'], ageMin: 71, ageMax: 72 })
    const expected = newestFirst(rows.filter(({ age }) => age < 73))
    for (const limit of [7, 50]) expect(await idsIn(viewer, 'discover', limit)).toEqual(expected)
    const pages = await readAll(viewer, { scope: 'discover', limit: 7 })
    expect(pages.map(({ length }) => length)).toEqual([...Array(8).fill(7), 4])
  })

  test('have users of one instant in the order of their ids', async () => {
    const createdAt = new Date('2026-04-02T00:00:00.000Z')
    const rows = await insertUsers(12, (index) => ({ age: 74 + (index % 2), createdAt }))
    const viewer = await viewerOf({ ageMin: 74, ageMax: 75 })
    expect(await idsIn(viewer, 'discover', 5)).toEqual(newestFirst(rows))
  })

  test('leave out decided, blocked, hidden and suspended users, and users from before a reset', async () => {
    const rows = await insertUsers(9, (index) => ({
      age: 76,
      ...(index === 4 && { hidden: true }),
      ...(index === 5 && { suspendedUntil: new Date(Date.now() + DAY_MS) }),
      ...(index === 6 && { epoch: -1 }),
      ...(index === 7 && { suspendedUntil: new Date(Date.now() - DAY_MS) }),
    }))
    const viewer = await viewerOf({ ageMin: 76, ageMax: 76 })
    const at = new Date()
    await insertPairs(viewer, rows.slice(0, 1), { loLikedAt: at, liked: [rows[0]?._id ?? 0] })
    await insertPairs(viewer, rows.slice(1, 2), { loPassedAt: at })
    await insertPairs(viewer, rows.slice(2, 3), { unmatchedAt: at, matchEndedAt: at })
    await insertPairs(viewer, rows.slice(3, 4), { blocked: true })
    expect(await idsIn(viewer, 'discover')).toEqual(newestFirst(rows.slice(7)))
  })

  test('go on after a thousand passed and a thousand blocked users, with short pages and an end (10.discovery.bounded)', async () => {
    const rows = await insertUsers(2_600, () => ({ age: 78 }))
    const viewer = await viewerOf({ ageMin: 78, ageMax: 78 })
    await insertPairs(viewer, rows.slice(1_600), { loPassedAt: new Date() })
    await insertPairs(viewer, rows.slice(40, 1_600), { blocked: true })
    const pages = await readAll(viewer, { scope: 'discover', limit: 20 })
    expect(pages.flat().map(({ id }) => id)).toEqual(newestFirst(rows.slice(0, 40)))
    expect(pages.length).toBeLessThan(20)
  })

  test('go on after more decisions than one query leaves out', async () => {
    const rows = await insertUsers(2_300, () => ({ age: 79 }))
    const viewer = await viewerOf({ ageMin: 79, ageMax: 79 })
    await insertPairs(viewer, rows.slice(30), { loPassedAt: new Date() })
    expect(await idsIn(viewer, 'discover')).toEqual(newestFirst(rows.slice(0, 30)))
  })

  test('show new users and users taken back at once, among thousands of decided users', async () => {
    const rows = await insertUsers(2_300, () => ({ age: 92 }))
    const viewer = await viewerOf({ ageMin: 92, ageMax: 92 })
    await insertPairs(viewer, rows.slice(30, 1_200), { loPassedAt: new Date() })
    await insertPairs(viewer, rows.slice(1_200), { loLikedAt: new Date() })
    const open = newestFirst(rows.slice(0, 30))
    const firstPage = async () => (await viewer.call(listUsers, { query: { scope: 'discover', limit: 20 } })).body
    expect((await firstPage()).map(({ id }) => id)).toEqual(open.slice(0, 20))
    const [added] = await insertUsers(1, () => ({ age: 92 }))
    const passed = rows[500]?._id ?? 0
    const liked = rows[2_000]?._id ?? 0
    await viewer.call(unpassUser, { params: { userId: passed } })
    await viewer.call(unlikeUser, { params: { userId: liked } })
    expect(await idsIn(viewer, 'discover')).toEqual([added?._id, liked, passed, ...open])

    await viewer.call(unpassAllUsers)
    expect(await idsIn(viewer, 'discover')).toHaveLength(1 + 1 + 1_200)
  })

  test('end an empty search after a bounded number of profiles, with a cursor to go on', async () => {
    const rows = await insertUsers(SCAN_MAX * 11, (index) => ({ age: 80, ...(index > 0 && { lookingFor: 'dates' }) }))
    const viewer = await viewerOf({ ageMin: 80, ageMax: 80, lookingFor: ['friends'] })
    const { body, headers } = await viewer.call(listUsers, { query: { scope: 'discover' } })
    expect(body).toEqual([])
    const next = nextOf(headers)
    expect(next).toEqual({ limit: '50', scope: 'discover', cursor: expect.any(String) })
    expect((await readAll(viewer, next ?? {})).flat().map(({ id }) => id)).toEqual([rows[0]?._id])
  })

  test('show a viewer without preferences all users whose preferences the viewer fits', async () => {
    const viewer = newUser({ age: 81 })
    const createdAt = '2027-01-01T00:00:00.000Z' // on the first page
    const [open, choosy, other] = [newUser({ createdAt }), newUser({ createdAt }), newUser({ createdAt })]
    for (const [user, ageMin] of [
      [choosy, 81],
      [other, 82],
    ] as const)
      await user.call(setDiscoveryPreferences, { body: { ...NO_PREFERENCES, ageMin } })
    await open.call(getProfile, { params: { id: open.id } })
    const shown = (await viewer.call(listUsers, { query: { scope: 'discover', limit: 5 } })).body.map(({ id }) => id)
    expect([open, choosy, other].map(({ id }) => shown.includes(id))).toEqual([true, true, false])
  })

  test('count against the daily quota, and note the day on which the feed was opened', async () => {
    const viewer = newUser()
    await viewer.call(listUsers, { query: { scope: 'discover', limit: 3 } })
    const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS)
    expect((await models.Profile.findById(viewer.id).lean())?.activeOn).toEqual(today)
    const usage = await models.DailyUsage.findById(`${today.getTime() / DAY_MS}:${viewer.id}`).lean()
    expect(usage?.ids).toHaveLength(3)
  })

  test.each([
    [{ scope: 'discover', cursor: 'zzz' }, 'Invalid cursor'],
    [{ scope: 'liked', cursor: 'zzz' }, 'Invalid cursor'],
    [{ scope: 'passed' }, 'Invalid scope'],
  ])('a request with %o is refused', async (query, message) => {
    expect(await newUser().call(listUsers, { query })).toMatchObject({ status: 400, body: { message } })
  })

  test('are a 404 for a viewer whom no service knows', async () => {
    const stranger = newUser({ id: 888_888 })
    accounts.delete(stranger.id)
    expect((await stranger.call(listUsers, { query: { scope: 'discover' } })).status).toBe(404)
    expect((await stranger.call(getDiscoveryPreferences)).status).toBe(404)
  })
})

describe('the order of discover', () => {
  test('mixes a few likers into the first page, once, and the same likers on each read', async () => {
    const rows = await insertUsers(120, () => ({ age: 82 }))
    const viewer = await viewerOf({ ageMin: 82, ageMax: 82 })
    const fans = rows.slice(0, 10) // the oldest: on the last page by age
    await insertPairs(viewer, fans, { hiLikedAt: new Date(), liked: [viewer.id] })
    const first = async () => (await viewer.call(listUsers, { query: { scope: 'discover', limit: 30 } })).body
    const page = await first()
    const fanIds = new Set(fans.map(({ _id }) => _id))
    const mixed = page.map(({ id }) => id).filter((id) => fanIds.has(id))
    expect([page.length, mixed.length]).toEqual([30, 3])
    expect(page.slice(15).some(({ id }) => fanIds.has(id))).toBe(false)
    expect(await first()).toEqual(page)
    expect(Object.keys(page[0] ?? {}).toSorted()).toEqual(Object.keys(page[29] ?? {}).toSorted())

    const all = await idsIn(viewer, 'discover', 30)
    expect(all.toSorted((a, b) => b - a)).toEqual(newestFirst(rows))
    expect(all.filter((id) => !mixed.includes(id))).toEqual(newestFirst(rows).filter((id) => !mixed.includes(id)))

    for (const id of mixed.slice(0, 1)) await viewer.call(passUser, { body: { userId: id } })
    for (const id of mixed.slice(1, 2)) await viewer.call(likeUser, { body: { likedId: id } })
    const later = (await first()).map(({ id }) => id)
    expect(later.filter((id) => mixed.includes(id))).toEqual(mixed.slice(2))
  })

  test('mixes in only users who fit, and nobody for a viewer without preferences', async () => {
    const rows = await insertUsers(60, (index) => ({ age: index < 5 ? 84 : 83 }))
    const viewer = await viewerOf({ ageMin: 83, ageMax: 83 })
    await insertPairs(viewer, rows.slice(0, 5), { hiLikedAt: new Date(), liked: [viewer.id] })
    expect((await idsIn(viewer, 'discover')).toSorted((a, b) => b - a)).toEqual(newestFirst(rows.slice(5)))

    const undecided = newUser()
    await insertPairs(undecided, rows.slice(0, 5), { hiLikedAt: new Date(), liked: [undecided.id] })
    const times = (await undecided.call(listUsers, { query: { scope: 'discover' } })).body.map(
      ({ createdAt }) => createdAt,
    )
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('puts users who have long not opened the feed at the end of a page', async () => {
    const now = Date.now()
    const rows = await insertUsers(6, (index) => ({
      age: 85,
      createdAt: new Date(now - (100 - index) * DAY_MS),
      ...(index % 2 === 0 && { activeOn: new Date(now - DAY_MS) }),
    }))
    const viewer = await viewerOf({ ageMin: 85, ageMax: 85 })
    const at = (...indexes: number[]) => indexes.map((index) => rows[index]?._id)
    expect(await idsIn(viewer, 'discover')).toEqual(at(4, 2, 0, 5, 3, 1))
  })
})

describe('the liked users', () => {
  test('are listed with the latest like first, without matches, hidden and blocked users (10.discovery.liked)', async () => {
    const viewer = newUser()
    const [first, matched, hidden, blocked, last] = [newUser(), newUser(), newUser(), newUser(), newUser()]
    for (const other of [first, matched, hidden, blocked, last]) await viewer.like(other)
    await matched.like(viewer)
    await newUser().like(viewer)
    await models.Profile.updateOne({ _id: hidden.id }, { $set: { hidden: true } })
    await publishEvent(blockCreated, { blockerId: blocked.id, blockedId: viewer.id })
    await vi.waitFor(async () => expect(await idsIn(viewer, 'liked')).toEqual([last.id, first.id]), WAIT)
    const { body } = await viewer.call(listUsers, { query: { scope: 'liked' } })
    expect(body[0]).toEqual({ ...last.publicProfile, likeCount: 1, hasLiked: true, isMatch: false })
  })

  test('come in pages without gaps and duplicates, even likes of one instant on both sides', async () => {
    const smaller = Array.from({ length: 20 }, () => newUser().id) // created before the viewer
    const viewer = newUser()
    const larger = await insertUsers(30, () => ({ age: 86 }))
    const early = smaller.map((_id) => buildReplica(_id, { age: 86 }))
    for (const { _id } of early) await viewer.call(getProfile, { params: { id: _id } })
    const times = [new Date('2026-05-01T00:00:00.000Z'), new Date('2026-05-01T00:00:00.001Z')]
    for (const [index, row] of [...early, ...larger].entries()) {
      const mine = row._id < viewer.id ? 'hiLikedAt' : 'loLikedAt'
      await insertPairs(viewer, [row], { [mine]: times[index % 2], liked: [row._id] })
    }
    const ids = await idsIn(viewer, 'liked', 7)
    expect(ids.toSorted((a, b) => a - b)).toEqual([...early, ...larger].map(({ _id }) => _id).toSorted((a, b) => a - b))
    expect(await idsIn(viewer, 'liked', 50)).toEqual(ids)
    const isLate = (id: number) => [...early, ...larger].findIndex(({ _id }) => _id === id) % 2 === 1
    expect(ids.map(isLate)).toEqual(ids.map(isLate).toSorted((a, b) => Number(b) - Number(a)))
  })

  test('leave out matches', async () => {
    const [ada, ben] = await match()
    expect([await idsIn(ada, 'liked'), await idsIn(ben, 'liked')]).toEqual([[], []])
  })
})
