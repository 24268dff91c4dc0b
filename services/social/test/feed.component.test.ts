import { messages } from '@zing/proto/http/errors'
import { getProfile, listUsers } from '@zing/proto/http/social'
import { FEED_PAGE_SIZE } from '@zing/proto/limits'
import { userRegistered } from '@zing/proto/nats/events'
import type { PublicProfile } from '@zing/proto/users'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { newPair } from '../src/domain/pair-rules.ts'
import { start } from '../src/start.ts'
import { bound, setupSocial, type TestUser } from './setup-social.ts'

const { announce, config, match, models, newUser } = await setupSocial()
const second = await start({ ...config, NATS_URL: 'nats://127.0.0.1:1' }) // a process whose broker is away
afterAll(() => second.stop())

/** Registers people as auth would, and waits until social has them. */
async function register(people: TestUser[]): Promise<void> {
  for (const { profile } of people) await announce(userRegistered, { profile })
  const ids = people.map(({ id }) => id)
  await vi.waitFor(
    async () => expect(await models.Profile.countDocuments({ _id: { $in: ids } })).toBe(ids.length),
    bound,
  )
}

function nextOf(headers: Headers): Record<string, string> | null {
  const [, url, rel] = /^<([^>]+)>; rel="(\w+)"$/.exec(headers.get('link') ?? '') ?? []
  if (!url) return null
  const { pathname, searchParams } = new URL(url, 'http://gateway')
  expect([pathname, rel]).toEqual(['/api/users', 'next'])
  return Object.fromEntries(searchParams)
}

/** Every page, one after another. `between` runs after each. */
async function readAll(viewer: TestUser, query: Record<string, string | number>, between = async () => {}) {
  const pages: PublicProfile[][] = []
  for (let next: Record<string, string | number> | null = query; next; ) {
    const { status, body, headers } = await viewer.call(listUsers, { query: next })
    expect(status).toBe(200)
    pages.push(body)
    next = nextOf(headers)
    await between()
  }
  return pages
}

describe('the feed', () => {
  test('shows 120 people newest first, without gaps, repeats or me, while new ones arrive', async () => {
    const people = Array.from({ length: 120 }, () => newUser())
    const sameInstant = people.slice(40, 60).map(({ profile }) => profile)
    for (const profile of sameInstant) profile.createdAt = sameInstant[0]?.createdAt ?? ''
    await register(people)
    const viewer = people[57] as TestUser // there are 120

    const pages = await readAll(viewer, { limit: 17 }, () => register([newUser()]))
    const shown = pages.flat().map(({ id }) => id)
    const mine = new Set(people.map(({ id }) => id))
    const expected = people.map(({ id }) => id).filter((id) => id !== viewer.id)
    expect(shown.filter((id) => mine.has(id))).toEqual(expected.toSorted((a, b) => b - a))
    expect(new Set(shown).size).toBe(shown.length)
    expect(pages.every((page, i) => page.length === 17 || i === pages.length - 1)).toBe(true)
  })

  test('has pages of fifty unless asked, and each person exactly as the contract says', async () => {
    const viewer = newUser()
    await register(Array.from({ length: FEED_PAGE_SIZE + 5 }, () => newUser()))
    const liked = newUser({ name: 'Zoë', gender: 'non-binary', selfie: null })
    await register([liked])
    await viewer.like(liked)
    await newUser().like(liked)
    await liked.like(viewer)
    const { body } = await viewer.call(listUsers)
    expect(body).toHaveLength(FEED_PAGE_SIZE)
    expect(body.find(({ id }) => id === liked.id)).toEqual({
      ...liked.profile,
      likeCount: 2,
      hasLiked: true,
      isMatch: true,
    })
  })

  test('leaves matches out when one wants to discover, and shows them otherwise', async () => {
    const [ada, ben] = await match()
    const idsOf = async (query: Record<string, string>) =>
      (await ada.call(listUsers, { query })).body.map(({ id }) => id)
    expect(await idsOf({ scope: 'discover' })).not.toContain(ben.id)
    expect(await idsOf({ scope: 'all' })).toContain(ben.id)
    expect(await idsOf({})).toContain(ben.id)
  })

  test('is never an empty page while there is more, however many in a row are hidden', async () => {
    const viewer = newUser()
    const visible = newUser({ createdAt: '2027-01-01T00:00:00.000Z' })
    const hidden = Array.from({ length: 700 }, (_, i) => {
      const { id, ...profile } = newUser().profile
      return { _id: id, ...profile, createdAt: new Date(Date.UTC(2027, 1, 1) + i), rev: 1, epoch: 0 }
    })
    await register([visible])
    await models.Profile.insertMany(hidden)
    await models.Pair.insertMany(hidden.map(({ _id }) => ({ ...newPair(viewer.id, _id, 0), rev: 1, blocked: true })))
    const { body, headers } = await viewer.call(listUsers, { query: { limit: 2 } })
    expect(body.map(({ id }) => id)).toContain(visible.id)
    expect(nextOf(headers)).toEqual({ limit: '2', cursor: expect.any(String) })
    const ids = (await readAll(viewer, { limit: 20 })).flat().map(({ id }) => id)
    expect(ids.filter((id) => hidden.some(({ _id }) => _id === id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('ends without a Link', async () => {
    const pages = await readAll(newUser(), { limit: 100, scope: 'discover' })
    expect(pages.flat().length).toBeGreaterThan(100)
  })

  test.each([
    [{ cursor: 'zzz' }, 'Invalid cursor'],
    [{ cursor: 'x'.repeat(65) }, 'Invalid cursor'],
    [{ limit: '0' }, 'Invalid limit'],
    [{ limit: '101' }, 'Invalid limit'],
    [{ limit: '1e1' }, 'Invalid limit'],
    [{ scope: 'everyone' }, 'Invalid scope'],
  ])('asked with %o is refused', async (query, message) => {
    expect(await newUser().call(listUsers, { query })).toMatchObject({ status: 400, body: { message } })
  })
})

describe('one person', () => {
  test('is shown from the moment of registration, to others and to themselves', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const expected = { ...ada.profile, likeCount: 0, hasLiked: false, isMatch: false }
    expect((await ben.call(getProfile, { params: { id: ada.id } })).body).toEqual(expected)
    expect((await ada.call(getProfile, { params: { id: ada.id } })).body).toEqual(expected)
  })

  test('who does not exist is 404', async () => {
    const { status, body } = await newUser().call(getProfile, { params: { id: 999_999 } })
    expect([status, body]).toEqual([404, { message: messages.userNotFound }])
  })

  test('of whom nobody can say whether they exist is 503, not 404', async () => {
    const { status, body, headers } = await newUser({}, second.url).call(getProfile, { params: { id: 999_999 } })
    expect([status, body]).toEqual([503, { message: messages.unavailable }])
    expect(headers.get('retry-after')).toBe('1')
  })

  test.each(['0', '-1', '1.0', '1e1', 'abc', '01'])('by the id %s is refused', async (id) => {
    const answer = await newUser().call(getProfile, { params: { id } })
    expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid user ID' } })
  })
})

test('SEC-25 no more is kept of a person than their public profile', async () => {
  const ada = newUser()
  await register([ada])
  const { id, createdAt, ...profile } = ada.profile
  const own = { rev: 1, epoch: 0, likeCount: 0 }
  expect(await models.Profile.findById(id).lean()).toEqual({
    _id: id,
    createdAt: new Date(createdAt),
    ...profile,
    ...own,
  })
})
