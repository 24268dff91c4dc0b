import { messages } from '@zing/proto/http/errors'
import * as contract from '@zing/proto/http/social'
import { NOTIFICATIONS_MAX } from '@zing/proto/limits'
import { blockCreated, likeCreated, matchCreated, notificationCreated, userUpdated } from '@zing/proto/nats/events'
import { describe, expect, test, vi } from 'vitest'
import { bound, setupSocial, type TestUser } from './setup-social.ts'

const { announce, facts, match, models, newUser, settled } = await setupSocial()

const list = async (person: TestUser) => (await person.call(contract.listNotifications)).body
const typesOf = async (person: TestUser) => (await list(person)).map(({ type, payload }) => [type, payload.userId])
const read = (person: TestUser, id: number | string) => person.call(contract.readNotification, { params: { id } })
const toldTo = ({ id }: TestUser) => facts.of(notificationCreated).filter(({ userId }) => userId === id)

async function toldOfLike(name = 'Ada') {
  const [ada, ben] = [newUser({ name }), newUser({ name: 'Ben' })]
  await ada.like(ben)
  await settled()
  const [notification] = await list(ben)
  if (!notification) throw new Error('nothing was told')
  return { ada, ben, notification }
}

describe('what is told', () => {
  test('a like tells the liked one who it was, once, and announces it with the number of unread', async () => {
    const { ada, ben, notification } = await toldOfLike()
    const expected = {
      id: expect.any(Number),
      type: 'LIKE',
      payload: { userId: ada.id, name: 'Ada', selfie: ada.profile.selfie },
      createdAt: expect.any(String),
      readAt: null,
    }
    expect(await list(ben)).toEqual([expected])
    expect(await list(ada)).toEqual([])
    expect(toldTo(ben)).toMatchObject([{ notification, unread: 1 }])
    await newUser().like(ben)
    await settled()
    expect(toldTo(ben).map(({ unread }) => unread)).toEqual([1, 2])
  })

  test('INV-3 a match tells both of the match; the like that made it is not told besides', async () => {
    const [ada, ben] = await match()
    await settled()
    expect(await typesOf(ada)).toEqual([['MATCH', ben.id]])
    expect(await typesOf(ben)).toEqual([
      ['MATCH', ada.id],
      ['LIKE', ada.id],
    ])
  })

  test('the newest comes first, also when a process with lower ids told of it', async () => {
    const { ada, ben, notification } = await toldOfLike()
    const later = new Date(Date.parse(notification.createdAt) + 1_000)
    const told = {
      userId: ben.id,
      type: 'MATCH' as const,
      aboutId: ada.id,
      cause: 'elsewhere',
      createdAt: later,
      epoch: 0,
    }
    await models.Notification.create({ _id: -notification.id, ...told })
    expect((await list(ben)).map(({ id }) => id)).toEqual([-notification.id, notification.id])
  })

  test('a like that is taken back and given again is told once, a second match is told again', async () => {
    const [ada, ben] = await match()
    await ada.call(contract.unlikeUser, { params: { userId: ben.id } })
    await ben.call(contract.unlikeUser, { params: { userId: ada.id } })
    await ada.like(ben)
    await ben.like(ada)
    await settled()
    expect(await typesOf(ada)).toEqual([
      ['MATCH', ben.id],
      ['MATCH', ben.id],
    ])
    expect((await typesOf(ben)).map(([type]) => type)).toEqual(['MATCH', 'MATCH', 'LIKE'])
  })

  test('INV-2 an event that comes twice, also under another id or after a clearing, tells once', async () => {
    const { ada, ben } = await toldOfLike()
    const event = { likerId: ada.id, likedId: ben.id, liker: ada.card }
    await announce(likeCreated, event)
    await settled()
    expect(await list(ben)).toHaveLength(1)
    await ben.call(contract.clearNotifications)
    await announce(likeCreated, event)
    await settled()
    expect(await list(ben)).toEqual([])
    expect(toldTo(ben)).toHaveLength(1)
  })

  test('names and photos are those of today', async () => {
    const { ada, ben } = await toldOfLike()
    const profile = { ...ada.profile, name: 'Ada B', selfie: `/api/selfies/${ada.id}/2` }
    await announce(userUpdated, { profile }, { rev: 2 })
    await settled()
    expect((await list(ben))[0]?.payload).toEqual({ userId: ada.id, name: 'Ada B', selfie: profile.selfie })
  })

  test('the newest hundred are listed, newest first, and no more are counted', async () => {
    const ben = newUser()
    const likers = Array.from({ length: NOTIFICATIONS_MAX + 2 }, () => newUser())
    const past = likers.slice(0, NOTIFICATIONS_MAX).map(({ id, profile }, i) => ({ id, profile, _id: i - 1_000 }))
    await models.Profile.insertMany(past.map(({ id, profile }) => ({ ...profile, _id: id, rev: 1, epoch: 0 })))
    const common = { userId: ben.id, type: 'LIKE', createdAt: new Date(), epoch: 0 }
    await models.Notification.insertMany(
      past.map(({ id, _id }) => ({ ...common, _id, aboutId: id, cause: `like:${id}` })),
    )
    for (const liker of likers.slice(NOTIFICATIONS_MAX)) await liker.like(ben)
    await settled()
    const told = await list(ben)
    expect(told.map(({ payload }) => payload.userId)).toEqual(
      likers
        .map(({ id }) => id)
        .toReversed()
        .slice(0, NOTIFICATIONS_MAX),
    )
    expect(toldTo(ben).at(-1)?.unread).toBe(NOTIFICATIONS_MAX)
  })

  test('SEC-63 after a block, old ones are gone on both sides, and late events bring no new ones', async () => {
    const [ada, ben] = await match()
    const cleo = newUser()
    await cleo.like(ben)
    await settled()
    await announce(blockCreated, { blockerId: ada.id, blockedId: ben.id })
    const matchedAt = new Date().toISOString()
    await announce(likeCreated, { likerId: ada.id, likedId: ben.id, liker: ada.card })
    await announce(matchCreated, { userIds: [ada.id, ben.id], people: [ada.card, ben.card], matchedAt }, { rev: 9 })
    await settled()
    expect(await models.Notification.countDocuments({ userId: { $in: [ada.id, ben.id] } })).toBe(1)
    expect([toldTo(ada), toldTo(ben)].map(({ length }) => length)).toEqual([1, 3])
    expect(await typesOf(ada)).toEqual([])
    expect(await typesOf(ben)).toEqual([['LIKE', cleo.id]])
  })

  test('SEC-63 one that slipped past a block is not shown', async () => {
    const { ada, ben } = await toldOfLike()
    await models.Pair.updateOne({ _id: `${ada.id}:${ben.id}` }, { $set: { blocked: true } })
    expect(await list(ben)).toEqual([])
  })
})

describe('reading', () => {
  test('one marks that one; reading again keeps the first time', async () => {
    const { ben, notification } = await toldOfLike()
    await newUser().like(ben)
    await settled()
    expect((await read(ben, notification.id)).status).toBe(204)
    const [unread, first] = await list(ben)
    expect([unread?.readAt, first]).toEqual([null, { ...notification, readAt: expect.any(String) }])
    expect((await read(ben, notification.id)).status).toBe(204)
    expect((await list(ben))[1]).toEqual(first)
  })

  test('all marks all, and later ones are unread again', async () => {
    const { ben } = await toldOfLike()
    await newUser().like(ben)
    await settled()
    expect((await ben.call(contract.readAllNotifications)).status).toBe(204)
    expect((await list(ben)).map(({ readAt }) => readAt)).toEqual([expect.any(String), expect.any(String)])
    await newUser().like(ben)
    await settled()
    expect(toldTo(ben).at(-1)?.unread).toBe(1)
  })

  test('SEC-21 that of another person is 404 and changes nothing', async () => {
    const { ada, ben, notification } = await toldOfLike()
    const { status, body } = await read(ada, notification.id)
    expect([status, body]).toEqual([404, { message: messages.notFound }])
    expect((await list(ben))[0]?.readAt).toBeNull()
    await ada.call(contract.readAllNotifications)
    await ada.call(contract.clearNotifications)
    expect(await list(ben)).toEqual([notification])
  })

  test.each([
    ['999999', 404, messages.notFound],
    ['0', 400, 'Invalid notification ID'],
    ['abc', 400, 'Invalid notification ID'],
  ])('the id %s is refused', async (id, status, message) => {
    expect(await read(newUser(), id)).toMatchObject({ status, body: { message } })
  })
})

test('clearing empties the list of one person, and what is cleared can no longer be read', async () => {
  const { ben, notification } = await toldOfLike()
  expect((await ben.call(contract.clearNotifications)).status).toBe(204)
  expect(await list(ben)).toEqual([])
  expect((await read(ben, notification.id)).status).toBe(404)
  await newUser().like(ben)
  await vi.waitFor(async () => expect(await list(ben)).toHaveLength(1), bound)
})
