import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { errors } from '@zing/proto/errors'
import { getProfile, likeUser, listMatches, listNotifications, unlikeUser } from '@zing/proto/http/social'
import { blockCreated, likeRemoved, matchCreated, matchEnded, notificationCreated } from '@zing/proto/nats/events'
import { getBlockBetween } from '@zing/proto/nats/rpc/chat'
import { aboutIdOf } from '@zing/proto/notifications'
import { endpointsOf } from '@zing/proto/routes'
import { serviceClient } from '@zing/testing/client'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import { setupSocial, type TestUser } from '../setup-social.ts'

const { env, social, publishEvent, events, models, nats, newUser, match, eventsHandled, startAnother } =
  await setupSocial()
const secondInstance = await startAnother()

const unlike = (liker: TestUser, liked: TestUser) => liker.call(unlikeUser, { params: { userId: liked.id } })
const pairOf = ({ id: a }: TestUser, { id: b }: TestUser) => models.Pair.findById(`${a}:${b}`).lean()
const announced = ({ id: aboutId }: TestUser, { id }: TestUser) =>
  events.of(notificationCreated).filter((one) => one.userId === id && aboutIdOf(one.notification) === aboutId)
const ofPair = <T extends { userIds: [number, number] }>(events: T[], { id: a }: TestUser, { id: b }: TestUser) =>
  events.filter(({ userIds }) => userIds[0] === a && userIds[1] === b)

describe('likes', () => {
  test('a like is stored, counted and announced with its liker, even right after registration (3.likes)', async () => {
    const [ada, ben] = [newUser({ name: 'Ada' }), newUser({ name: 'Ben' })]
    const { status, body } = await ada.like(ben)
    expect([status, body]).toEqual([200, { likeCount: 1, isMatch: false }])
    expect(await pairOf(ada, ben)).toMatchObject({ liked: [ben.id], matchedAt: null, hiLikedAt: null, rev: 1 })
    await vi.waitFor(() => expect(announced(ada, ben)).toHaveLength(1), WAIT)
    const { id: userId, ...summary } = ada.summary
    expect(announced(ada, ben)).toMatchObject([{ notification: { payload: { userId, ...summary } }, rev: 1, epoch: 0 }])
    const profile = await ada.call(getProfile, { params: { id: ben.id } })
    expect(profile.body).toEqual({ ...ben.publicProfile, likeCount: 1, hasLiked: true, isMatch: false })
  })

  test('twenty concurrent requests for one like make one like and one event', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const responses = await Promise.all(Array.from({ length: 20 }, () => likeWithRetry(ada, ben)))
    expect(responses.map(({ status, body }) => ({ status, body }))).toEqual(
      Array(20).fill({ status: 200, body: { likeCount: 1, isMatch: false } }),
    )
    await eventsHandled()
    expect(await pairOf(ada, ben)).toMatchObject({ liked: [ben.id] })
    expect(announced(ada, ben)).toHaveLength(1)
  })

  test('SEC-23 a like belongs to the caller, whatever the body claims (5.likerId)', async () => {
    const [ada, ben, mallory] = [newUser(), newUser(), newUser()]
    await mallory.call(likeUser, {
      body: { likedId: ben.id, likerId: ada.id, isMatch: true, matchedAt: new Date().toISOString(), likeCount: 9 },
    })
    expect(await pairOf(ada, ben)).toBeNull()
    expect(await pairOf(ben, mallory)).toMatchObject({ liked: [ben.id], matchedAt: null })
  })

  test('SEC-27 a like of oneself is rejected and not counted', async () => {
    const ada = newUser()
    expect(await ada.like(ada)).toMatchObject({ status: 400, body: errors.ownLike().body })
    expect((await ada.call(getProfile, { params: { id: ada.id } })).body.likeCount).toBe(0)
  })

  test.each([
    ['a text', '7'],
    ['an operator', { $gt: 0 }],
    ['zero', 0],
    ['a fraction', 1.5],
    ['nothing', undefined],
  ])('a like with %s as id is rejected', async (_case, likedId) => {
    const response = await newUser().call(likeUser, { body: { likedId } })
    expect(response).toMatchObject({ status: 400, body: errors.invalidRequest({ message: 'Invalid liked ID' }).body })
  })

  test('SEC-28 a like of an unknown, a blocked and a blocking user gets the same response', async () => {
    const [ada, ben] = await match()
    await publishEvent(blockCreated, { blockerId: ada.id, blockedId: ben.id })
    await vi.waitFor(async () => expect(await pairOf(ada, ben)).toMatchObject({ blocked: true }), WAIT)
    const responses = await Promise.all([ada.like({ id: 999_999 }), ada.like(ben), ben.like(ada)])
    for (const { status, body } of responses) expect([status, body]).toEqual([404, errors.userNotFound().body])
  })
})

describe('matches', () => {
  test('a mutual like makes a match, is published once and listed for both users (3.match.list, 7.likes)', async () => {
    const [ada, ben] = [newUser({ name: 'Ada' }), newUser({ name: 'Ben' })]
    await ada.like(ben)
    const { status, body } = await ben.like(ada)
    expect([status, body]).toEqual([200, { likeCount: 1, isMatch: true }])
    await eventsHandled()
    expect(ofPair(events.of(matchCreated), ada, ben)).toMatchObject([{ people: [ada.summary, ben.summary], rev: 2 }])
    expect(announced(ben, ada).map(({ notification }) => notification.type)).toEqual(['MATCH'])
    const matchedAt = (await pairOf(ada, ben))?.matchedAt?.toISOString()
    const expected = { likeCount: 1, hasLiked: true, isMatch: true, matchedAt }
    expect((await ada.call(listMatches)).body).toEqual([{ ...ben.publicProfile, ...expected }])
    expect((await ben.call(listMatches)).body).toEqual([{ ...ada.publicProfile, ...expected }])
  })

  test('SEC-63 before social hears of a block, a like that would make a match is a 404', async () => {
    const [ada, ben] = [newUser(), newUser()]
    await ben.like(ada)
    const asked: unknown[] = []
    const chat = serveRpc(nats, 'chat', [
      rpcHandler(getBlockBetween, async (input) => {
        asked.push(input)
        return { isBlocked: true }
      }),
    ])
    await (await nats.connection).flush()
    expect((await newUser().like(ada)).status).toBe(200) // makes no match
    const { status, body } = await ada.like(ben)
    expect([status, body]).toEqual([404, errors.userNotFound().body])
    expect(asked).toEqual([{ userIds: [ada.id, ben.id] }])
    expect(await pairOf(ada, ben)).toMatchObject({ liked: [ada.id], matchedAt: null, rev: 1 })
    await chat.stop()
    expect((await ada.like(ben)).body.isMatch).toBe(true) // without chat, by the knowledge of social
  })

  test('INV-3 fifty concurrent mutual likes through two processes make one match per pair', async () => {
    const pairs = Array.from({ length: 25 }, () => [newUser(), newUser({}, secondInstance.url)] as const)
    const responses = await Promise.all(
      pairs.flatMap(([ada, ben]) => [likeWithRetry(ada, ben), likeWithRetry(ben, ada)]),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(200))
    for (const [ada, ben] of pairs) {
      const both = await Promise.all([ada.call(listMatches), ben.call(listMatches)])
      expect(both.map(({ body }) => body.map(({ id }) => id))).toEqual([[ben.id], [ada.id]])
    }
    const matchNotificationCount = async (user: TestUser) =>
      (await user.call(listNotifications)).body.filter(({ type }) => type === 'MATCH').length
    await vi.waitFor(async () => {
      for (const user of pairs.flat()) expect(await matchNotificationCount(user)).toBe(1)
    }, WAIT)
    for (const [ada, ben] of pairs) expect(ofPair(events.of(matchCreated), ada, ben)).toHaveLength(1)
  })

  test('matches are listed newest first (7.matches)', async () => {
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

describe('unlikes', () => {
  test('an unlike removes the like, ends the match for both users and publishes that once (4.like.3, 7.likes.delete)', async () => {
    const [ada, ben] = await match()
    const { status, body } = await unlike(ada, ben)
    expect([status, body]).toEqual([200, { likeCount: 0 }])
    expect(await pairOf(ada, ben)).toMatchObject({ matchedAt: null, loLikedAt: null, liked: [ada.id], rev: 3 })
    expect((await unlike(ada, ben)).status).toBe(200)
    await eventsHandled()
    expect(events.of(likeRemoved).filter(({ likerId }) => likerId === ada.id)).toHaveLength(1)
    expect(ofPair(events.of(matchEnded), ada, ben)).toMatchObject([{ rev: 3 }])
    expect((await ada.call(listMatches)).body).toEqual([])
    expect((await ben.call(listMatches)).body).toEqual([])
  })

  test('an unlike without a like changes nothing but the rev (4.like.4)', async () => {
    const [ada, ben] = [newUser(), newUser()]
    await ada.like(ben)
    await eventsHandled()
    const before = await pairOf(ada, ben)
    const { status, body } = await unlike(ben, ada)
    expect([status, body]).toEqual([200, { likeCount: 0 }])
    expect(await pairOf(ada, ben)).toEqual({ ...before, rev: 2 })
  })

  test('a like after an unlike makes a new match', async () => {
    const [ada, ben] = await match()
    const first = (await pairOf(ada, ben))?.matchedAt
    await unlike(ada, ben)
    expect((await ada.like(ben)).body).toEqual({ likeCount: 1, isMatch: true })
    expect((await pairOf(ada, ben))?.matchedAt?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? Infinity)
    await eventsHandled()
    expect(ofPair(events.of(matchCreated), ada, ben).map(({ rev }) => rev)).toEqual([2, 4])
  })

  test.each([
    ['an unknown user', '999999', 404, errors.userNotFound.message],
    ['an invalid id', 'abc', 400, 'Invalid user ID'],
    ['an id in exponent notation', '1e1', 400, 'Invalid user ID'],
  ])('an unlike of %s is rejected', async (_case, userId, status, message) => {
    expect(await newUser().call(unlikeUser, { params: { userId } })).toMatchObject({ status, body: { message } })
  })
})

test.each(endpointsOf.social.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
  '%s %s needs a session (7.users)',
  async (_method, _path, endpoint) => {
    const anonymous = serviceClient(social.url, env.INTERNAL_TOKEN_SECRET, null)
    const { status, body } = await anonymous.call(endpoint, { params: { id: 1, userId: 1 } })
    expect([status, body]).toEqual([401, errors.notSignedIn().body])
  },
)

/** Retries on 503, as a client does; a like is idempotent. */
async function likeWithRetry(liker: TestUser, liked: TestUser) {
  for (;;) {
    const response = await liker.like(liked)
    if (response.status !== 503) return response
  }
}
