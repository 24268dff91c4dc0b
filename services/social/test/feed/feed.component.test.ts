import { errors } from '@zing/proto/errors'
import { getProfile, listUsers } from '@zing/proto/http/social'
import { FEED_PAGE_MAX, FEED_PAGE_SIZE, PROFILE_VIEWS_PER_DAY } from '@zing/proto/limits'
import { userRegistered } from '@zing/proto/nats/events'
import { WAIT } from '@zing/testing/wait'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { newPair } from '../../src/pairs/pair-rules.ts'
import { start } from '../../src/start.ts'
import { buildReplica } from '../build-replica.ts'
import { setupSocial, type TestUser } from '../setup-social.ts'
import { nextOf, readAll } from './read-feed.ts'

const { publishEvent, config, match, models, newUser } = await setupSocial()
const isolated = await start({ ...config, NATS_URL: 'nats://127.0.0.1:1' }) // a process without NATS
afterAll(() => isolated.stop())

const DAY_MS = 24 * 60 * 60 * 1_000

/** Publishes registrations as auth does, and waits for the replicas. */
async function register(users: TestUser[]): Promise<void> {
  for (const { profile } of users) await publishEvent(userRegistered, { profile })
  const ids = users.map(({ id }) => id)
  await vi.waitFor(
    async () => expect(await models.Profile.countDocuments({ _id: { $in: ids } })).toBe(ids.length),
    WAIT,
  )
}

describe('the feed', () => {
  test('while new users register, the feed lists 120 users newest first without gaps (2.feed.8)', async () => {
    const users = Array.from({ length: 120 }, () => newUser())
    const sameInstant = users.slice(40, 60).map(({ profile }) => profile)
    for (const profile of sameInstant) profile.createdAt = sameInstant[0]?.createdAt ?? ''
    await register(users)
    const viewer = users[57] as TestUser // one of 120

    const pages = await readAll(viewer, { limit: 17 }, () => register([newUser()]))
    const shown = pages.flat().map(({ id }) => id)
    const mine = new Set(users.map(({ id }) => id))
    const expected = users.map(({ id }) => id).filter((id) => id !== viewer.id)
    expect(shown.filter((id) => mine.has(id))).toEqual(expected.toSorted((a, b) => b - a))
    expect(new Set(shown).size).toBe(shown.length)
    expect(pages.every((page, i) => page.length === 17 || i === pages.length - 1)).toBe(true)
  })

  test('the feed has pages of fifty by default, with the fields of the contract (3.feed)', async () => {
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
      ...liked.publicProfile,
      likeCount: 2,
      hasLiked: true,
      isMatch: true,
    })
  })

  test('the feed omits matches in the scope discover and includes them otherwise (2.feed.7)', async () => {
    const [ada, ben] = await match()
    const idsOf = async (query: Record<string, string>) =>
      (await ada.call(listUsers, { query })).body.map(({ id }) => id)
    expect(await idsOf({ scope: 'discover' })).not.toContain(ben.id)
    expect(await idsOf({ scope: 'all' })).toContain(ben.id)
    expect(await idsOf({})).toContain(ben.id)
  })

  test('the feed has no empty page before its end, however many users in a row are hidden', async () => {
    const viewer = newUser()
    const visible = newUser({ createdAt: '2027-01-01T00:00:00.000Z' })
    const hidden = Array.from({ length: 700 }, (_, i) => {
      return buildReplica(newUser().id, { createdAt: new Date(Date.UTC(2027, 1, 1) + i) })
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

  test('the last page of the feed has no Link header', async () => {
    const pages = await readAll(newUser(), { limit: FEED_PAGE_MAX, scope: 'discover' })
    expect(pages.flat().length).toBeGreaterThan(100)
  })

  test.each([
    [{ cursor: 'zzz' }, 'Invalid cursor'],
    [{ cursor: 'x'.repeat(65) }, 'Invalid cursor'],
    [{ limit: '0' }, 'Invalid limit'],
    [{ limit: String(FEED_PAGE_MAX + 1) }, 'Invalid limit'],
    [{ limit: '1e1' }, 'Invalid limit'],
    [{ scope: 'everyone' }, 'Invalid scope'],
  ])('a feed request with %o is rejected', async (query, message) => {
    expect(await newUser().call(listUsers, { query })).toMatchObject({ status: 400, body: { message } })
  })
})

describe('profiles', () => {
  test('right after registration a profile is available to the user and to others (7.users.partner)', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const expected = { ...ada.publicProfile, likeCount: 0, hasLiked: false, isMatch: false }
    expect((await ben.call(getProfile, { params: { id: ada.id } })).body).toEqual(expected)
    expect((await ada.call(getProfile, { params: { id: ada.id } })).body).toEqual(expected)
  })

  test('a profile of an unknown user is 404', async () => {
    const { status, body } = await newUser().call(getProfile, { params: { id: 999_999 } })
    expect([status, body]).toEqual([404, errors.userNotFound().body])
  })

  test('when auth cannot be asked, an unknown profile is 503, not 404', async () => {
    const { status, body, headers } = await newUser({}, isolated.url).call(getProfile, { params: { id: 999_999 } })
    expect([status, body]).toEqual([503, errors.unavailable().body])
    expect(headers.get('retry-after')).toBe('1')
  })

  test.each(['0', '-1', '1.0', '1e1', 'abc', '01'])(
    'a profile request with the id %s is rejected (5.notification.1)',
    async (id) => {
      const response = await newUser().call(getProfile, { params: { id } })
      expect(response).toMatchObject({ status: 400, body: errors.invalidRequest({ message: 'Invalid user ID' }).body })
    },
  )
})

describe('SEC-26 the daily quota of profiles', () => {
  /** A user who has already received all but `left` of the profiles for today. */
  async function userWithQuotaLeft(left: number, url?: string) {
    const user = newUser({}, url)
    const day = Math.floor(Date.now() / DAY_MS)
    const ids = Array.from({ length: PROFILE_VIEWS_PER_DAY - left }, (_, i) => 5_000_000 + i)
    await models.DailyUsage.create({ _id: `${day}:${user.id}`, ids, expiresAt: new Date((day + 1) * DAY_MS) })
    return user
  }

  test('beyond the quota, it refuses pages and new profiles until the next day', async () => {
    const [ada, ben] = [newUser(), newUser()]
    await register(Array.from({ length: 30 }, () => newUser()))
    const reader = await userWithQuotaLeft(20)
    const page = () => reader.call(listUsers, { query: { limit: 20 } })
    const { status, body } = await page()
    expect([status, body.length]).toEqual([200, 20])
    expect((await page()).body).toEqual(body)
    expect((await reader.call(getProfile, { params: { id: body[7]?.id ?? 0 } })).status).toBe(200)
    expect((await reader.call(getProfile, { params: { id: reader.id } })).status).toBe(200)

    const refusals = [
      await reader.call(listUsers, { query: { limit: 21 } }),
      await reader.call(getProfile, { params: { id: ada.id } }),
    ]
    for (const refused of refusals) {
      expect([refused.status, refused.body]).toEqual([429, errors.tooManyRequests().body])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(DAY_MS / 1_000)
    }
    expect((await ben.call(getProfile, { params: { id: ada.id } })).status).toBe(200)
    expect((await reader.like(ada)).status).toBe(200)
  })

  test('RATE_PROFILE=off switches the quota off', async () => {
    const unlimited = await start({ ...config, RATE_PROFILE: 'off' })
    onTestFinished(() => unlimited.stop())
    const reader = await userWithQuotaLeft(0, unlimited.url)
    expect((await reader.call(listUsers)).status).toBe(200)
  })
})

test('SEC-25 a profile replica contains public fields only', async () => {
  const ada = newUser()
  await register([ada])
  const { id, createdAt, ...profile } = ada.profile
  const own = { rev: 1, epoch: 0, likeCount: 0, likeCountRev: 0, feedClass: 'female:30' }
  expect(await models.Profile.findById(id).lean()).toEqual({
    _id: id,
    createdAt: new Date(createdAt),
    ...profile,
    ...own,
  })
})
