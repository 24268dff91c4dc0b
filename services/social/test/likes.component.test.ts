import { messages } from '@zing/proto/http/errors'
import { endpointsOf } from '@zing/proto/http/routes'
import { getProfile, likeUser, listMatches, listNotifications, unlikeUser } from '@zing/proto/http/social'
import { blockCreated, likeCreated, likeRemoved, matchCreated, matchEnded } from '@zing/proto/nats/events'
import { serviceClient } from '@zing/testing/client'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { start } from '../src/start.ts'
import { bound, setupSocial, type TestUser } from './setup-social.ts'

const { config, env, social, announce, facts, models, newUser, match, settled } = await setupSocial()
const second = await start(config) // another process on the same database and broker
afterAll(() => second.stop())

const unlike = (who: TestUser, whom: TestUser) => who.call(unlikeUser, { params: { userId: whom.id } })
const pairOf = ({ id: a }: TestUser, { id: b }: TestUser) => models.Pair.findById(`${a}:${b}`).lean()
const ofPair = <T extends { userIds: [number, number] }>(events: T[], { id: a }: TestUser, { id: b }: TestUser) =>
  events.filter(({ userIds }) => userIds[0] === a && userIds[1] === b)

describe('a like', () => {
  test('is stored, counted and announced with who it was, also of people who registered this very moment', async () => {
    const [ada, ben] = [newUser({ name: 'Ada' }), newUser({ name: 'Ben' })]
    const { status, body } = await ada.like(ben)
    expect([status, body]).toEqual([200, { likeCount: 1, isMatch: false }])
    expect(await pairOf(ada, ben)).toMatchObject({ liked: [ben.id], matchedAt: null, hiLikedAt: null, rev: 1 })
    await vi.waitFor(
      () => expect(facts.of(likeCreated).filter(({ likerId }) => likerId === ada.id)).toHaveLength(1),
      bound,
    )
    expect(facts.of(likeCreated).find(({ likerId }) => likerId === ada.id)).toMatchObject({
      likerId: ada.id,
      likedId: ben.id,
      liker: ada.card,
      isMatch: false,
      rev: 1,
      epoch: 0,
    })
    const seen = await ada.call(getProfile, { params: { id: ben.id } })
    expect(seen.body).toEqual({ ...ben.profile, likeCount: 1, hasLiked: true, isMatch: false })
  })

  test('that comes twenty times at once is one like and one event', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => likeUntilTaken(ada, ben)))
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      Array(20).fill({ status: 200, body: { likeCount: 1, isMatch: false } }),
    )
    await settled()
    expect(await pairOf(ada, ben)).toMatchObject({ rev: 1, liked: [ben.id] })
    expect(facts.of(likeCreated).filter(({ likerId }) => likerId === ada.id)).toHaveLength(1)
  })

  test('SEC-23 is the one of who asks, whatever the body claims', async () => {
    const [ada, ben, mallory] = [newUser(), newUser(), newUser()]
    await mallory.call(likeUser, {
      body: { likedId: ben.id, likerId: ada.id, isMatch: true, matchedAt: new Date().toISOString(), likeCount: 9 },
    })
    expect(await pairOf(ada, ben)).toBeNull()
    expect(await pairOf(ben, mallory)).toMatchObject({ liked: [ben.id], matchedAt: null })
  })

  test('SEC-27 of oneself is refused, and nothing is counted', async () => {
    const ada = newUser()
    expect(await ada.like(ada)).toMatchObject({ status: 400, body: { message: 'You cannot like yourself' } })
    expect((await ada.call(getProfile, { params: { id: ada.id } })).body.likeCount).toBe(0)
  })

  test.each([
    ['a text', '7'],
    ['an operator', { $gt: 0 }],
    ['zero', 0],
    ['a fraction', 1.5],
    ['nothing', undefined],
  ])('of %s is refused', async (_what, likedId) => {
    const answer = await newUser().call(likeUser, { body: { likedId } })
    expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid liked ID' } })
  })

  test('SEC-28 of nobody, of a blocked one and of the blocker is answered alike', async () => {
    const [ada, ben] = await match()
    await announce(blockCreated, { blockerId: ada.id, blockedId: ben.id })
    await vi.waitFor(async () => expect(await pairOf(ada, ben)).toMatchObject({ blocked: true }), bound)
    const answers = await Promise.all([ada.like({ id: 999_999 }), ada.like(ben), ben.like(ada)])
    for (const { status, body } of answers) expect([status, body]).toEqual([404, { message: messages.userNotFound }])
  })
})

describe('a match', () => {
  test('is made by the second like, announced once with both people, and listed by both', async () => {
    const [ada, ben] = [newUser({ name: 'Ada' }), newUser({ name: 'Ben' })]
    await ada.like(ben)
    const { status, body } = await ben.like(ada)
    expect([status, body]).toEqual([200, { likeCount: 1, isMatch: true }])
    await settled()
    expect(ofPair(facts.of(matchCreated), ada, ben)).toMatchObject([{ people: [ada.card, ben.card], rev: 2 }])
    expect(facts.of(likeCreated).find(({ likerId }) => likerId === ben.id)).toMatchObject({ isMatch: true })
    const matchedAt = (await pairOf(ada, ben))?.matchedAt?.toISOString()
    const seen = { likeCount: 1, hasLiked: true, isMatch: true, matchedAt }
    expect((await ada.call(listMatches)).body).toEqual([{ ...ben.profile, ...seen }])
    expect((await ben.call(listMatches)).body).toEqual([{ ...ada.profile, ...seen }])
  })

  test('INV-3 is one per pair when fifty like each other in the same instant, through two processes', async () => {
    const pairs = Array.from({ length: 25 }, () => [newUser(), newUser({}, second.url)] as const)
    const answers = await Promise.all(
      pairs.flatMap(([ada, ben]) => [likeUntilTaken(ada, ben), likeUntilTaken(ben, ada)]),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    for (const [ada, ben] of pairs) {
      const both = await Promise.all([ada.call(listMatches), ben.call(listMatches)])
      expect(both.map(({ body }) => body.map(({ id }) => id))).toEqual([[ben.id], [ada.id]])
    }
    const matchNotes = async (person: TestUser) =>
      (await person.call(listNotifications)).body.filter(({ type }) => type === 'MATCH').length
    await vi.waitFor(async () => {
      for (const person of pairs.flat()) expect(await matchNotes(person)).toBe(1)
    }, bound)
    for (const [ada, ben] of pairs) expect(ofPair(facts.of(matchCreated), ada, ben)).toHaveLength(1)
  })

  test('lists come newest match first', async () => {
    const ada = newUser()
    const others = [newUser(), newUser(), newUser()] as const
    for (const other of [others[1], others[0], others[2]]) {
      await ada.like(other)
      await other.like(ada)
    }
    const { body } = await ada.call(listMatches)
    expect(body.map(({ id }) => id)).toEqual([others[2].id, others[0].id, others[1].id])
  })
})

describe('an unlike', () => {
  test('takes the like back, ends the match for both, and says so once', async () => {
    const [ada, ben] = await match()
    const { status, body } = await unlike(ada, ben)
    expect([status, body]).toEqual([200, { likeCount: 0 }])
    expect(await pairOf(ada, ben)).toMatchObject({ matchedAt: null, loLikedAt: null, liked: [ada.id], rev: 3 })
    expect((await unlike(ada, ben)).status).toBe(200)
    await settled()
    expect(facts.of(likeRemoved).filter(({ likerId }) => likerId === ada.id)).toHaveLength(1)
    expect(ofPair(facts.of(matchEnded), ada, ben)).toMatchObject([{ rev: 3 }])
    expect((await ada.call(listMatches)).body).toEqual([])
    expect((await ben.call(listMatches)).body).toEqual([])
  })

  test('of what was never liked changes nothing', async () => {
    const [ada, ben] = [newUser(), newUser()]
    await ada.like(ben)
    const { status, body } = await unlike(ben, ada)
    expect([status, body]).toEqual([200, { likeCount: 0 }])
    expect(await pairOf(ada, ben)).toMatchObject({ rev: 1, liked: [ben.id] })
  })

  test('and a new like make a new match', async () => {
    const [ada, ben] = await match()
    const first = (await pairOf(ada, ben))?.matchedAt
    await unlike(ada, ben)
    expect((await ada.like(ben)).body).toEqual({ likeCount: 1, isMatch: true })
    expect((await pairOf(ada, ben))?.matchedAt?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? Infinity)
    await settled()
    expect(ofPair(facts.of(matchCreated), ada, ben).map(({ rev }) => rev)).toEqual([2, 4])
  })

  test.each([
    ['nobody', '999999', 404, messages.userNotFound],
    ['no id', 'abc', 400, 'Invalid user ID'],
    ['another way to write an id', '1e1', 400, 'Invalid user ID'],
  ])('of %s is refused', async (_what, userId, status, message) => {
    expect(await newUser().call(unlikeUser, { params: { userId } })).toMatchObject({ status, body: { message } })
  })
})

test.each(endpointsOf.social.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
  '%s %s needs a session',
  async (_method, _path, endpoint) => {
    const visitor = serviceClient(social.url, env.INTERNAL_TOKEN_SECRET, null)
    const { status, body } = await visitor.call(endpoint, { params: { id: 1, userId: 1 } })
    expect([status, body]).toEqual([401, { message: messages.notSignedIn }])
  },
)

/** As a client does: once more when the process has too much to do just now (503). A like is idempotent. */
async function likeUntilTaken(liker: TestUser, liked: TestUser) {
  for (;;) {
    const answer = await liker.like(liked)
    if (answer.status !== 503) return answer
  }
}
