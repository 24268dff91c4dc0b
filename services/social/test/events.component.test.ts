import { createPublish } from '@zing/kit/nats/streams/event-stream'
import {
  getProfile,
  listBlockedPeople,
  listMatches,
  listNotifications,
  listPastMatches,
  listUsers,
  unlikeUser,
} from '@zing/proto/http/social'
import {
  blockCreated,
  blockRemoved,
  likeCreated,
  matchCreated,
  matchEnded,
  userRegistered,
  userUpdated,
} from '@zing/proto/nats/events'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import { setupSocial, type TestUser } from './setup-social.ts'

const { publishEvent, errors, events, match, models, nats, newUser, eventsHandled } = await setupSocial()

const view = async (viewer: TestUser, { id }: TestUser) => viewer.call(getProfile, { params: { id } })
const replicaOf = ({ id }: TestUser) => models.Profile.findById(id).lean()
const block = (a: TestUser, b: TestUser, rev = 1) =>
  publishEvent(blockCreated, { blockerId: a.id, blockedId: b.id }, { rev })
const unblock = (a: TestUser, b: TestUser, rev = 2) =>
  publishEvent(blockRemoved, { blockerId: a.id, blockedId: b.id }, { rev })

describe('profile replicas', () => {
  test('in any order of events, a profile replica keeps the newest revision and its like count', async () => {
    const [ada, ben] = [newUser(), newUser()]
    await publishEvent(userUpdated, { profile: { ...ada.profile, name: 'Third' } }, { rev: 3 })
    await publishEvent(userUpdated, { profile: { ...ada.profile, name: 'Second' } }, { rev: 2 })
    await publishEvent(userRegistered, { profile: ada.profile }, { rev: 1 })
    await eventsHandled()
    expect(await replicaOf(ada)).toMatchObject({ name: 'Third', rev: 3 })
    await models.Profile.updateOne({ _id: ada.id }, { $set: { likeCount: 5_000 } })
    await publishEvent(
      userUpdated,
      { profile: { ...ada.profile, name: 'Fourth', selfie: null, photos: [] } },
      { rev: 4 },
    )
    await publishEvent(
      userUpdated,
      { profile: { ...ada.profile, name: 'Fourth', selfie: null, photos: [] } },
      { rev: 4 },
    )
    await eventsHandled()
    expect((await view(ben, ada)).body).toEqual({
      ...ada.publicProfile,
      name: 'Fourth',
      selfie: null,
      photos: [],
      likeCount: 5_000,
      hasLiked: false,
      isMatch: false,
    })
    expect(await replicaOf(ada)).toMatchObject({ rev: 4, epoch: 0 })
  })

  test('a profile of a later epoch replaces any revision of an earlier epoch', async () => {
    const ada = newUser()
    await publishEvent(userUpdated, { profile: { ...ada.profile, name: 'Before' } }, { rev: 9, epoch: 0 })
    await publishEvent(userRegistered, { profile: { ...ada.profile, name: 'After' } }, { rev: 1, epoch: 1 })
    await publishEvent(userUpdated, { profile: { ...ada.profile, name: 'Before' } }, { rev: 10, epoch: 0 })
    await eventsHandled()
    expect(await replicaOf(ada)).toMatchObject({ name: 'After', rev: 1, epoch: 1 })
  })

  test('a malformed event becomes a dead letter and changes nothing, and the next is handled', async () => {
    const [ada, ben] = [newUser(), newUser()]
    await nats.connection
    const publish = createPublish(nats)
    const envelope = { id: crypto.randomUUID(), epoch: 0, rev: 1, at: new Date() }
    const payload = { profile: { ...ada.profile, age: 'old' } }
    await publish({ ...envelope, subject: userRegistered.subject, payload })
    await publishEvent(userRegistered, { profile: ben.profile })
    await eventsHandled()
    expect([await replicaOf(ada), (await replicaOf(ben))?.name]).toEqual([null, ben.profile.name])
    const deadLetters = models.Profile.db.collection('dead_letters')
    expect(await deadLetters.countDocuments({ subject: userRegistered.subject, reason: 'malformed' })).toBe(1)
    expect(errors.splice(0)).toEqual([expect.stringContaining('event dead-lettered')])
  })
})

test('other members see the first name only: feed, page, matches, notifications and events (10.profile.first-name)', async () => {
  const [ada, ben] = [newUser({ name: 'Ada Maria Lovelace' }), newUser({ name: 'Ben Byron' })]
  await ada.like(ben)
  await ben.like(ada)
  await eventsHandled()
  expect((await view(ben, ada)).body.name).toBe('Ada')
  expect((await view(ada, ada)).body.name).toBe('Ada')
  expect((await newUser().call(listUsers)).body.find(({ id }) => id === ada.id)?.name).toBe('Ada')
  expect((await ben.call(listMatches)).body.map(({ name }) => name)).toEqual(['Ada'])
  const notifications = (await ben.call(listNotifications, { query: { types: 'LIKE,MATCH' } })).body
  expect(notifications.map(({ payload }) => 'name' in payload && payload.name)).toEqual(['Ada', 'Ada'])
  const [match] = events.of(matchCreated).filter(({ userIds }) => userIds[0] === ada.id)
  expect(match?.people.map(({ name }) => name)).toEqual(['Ada', 'Ben'])
  expect(JSON.stringify([await models.Profile.find().lean(), await models.Notification.find().lean()])).not.toMatch(
    /Lovelace|Byron/,
  )
})

describe('SEC-63 blocks', () => {
  test('a block ends the match once, hides both users, and makes likes and unlikes void', async () => {
    const [ada, ben] = await match()
    await block(ada, ben)
    await block(ada, ben)
    await eventsHandled()
    for (const [me, them] of [
      [ada, ben],
      [ben, ada],
    ] as const) {
      expect((await me.call(listMatches)).body).toEqual([])
      expect((await me.call(listUsers)).body.map(({ id }) => id)).not.toContain(them.id)
      expect((await view(me, them)).status).toBe(404)
      expect((await me.like(them)).status).toBe(404)
      expect((await me.call(unlikeUser, { params: { userId: them.id } })).status).toBe(404)
      expect((await view(me, me)).body.likeCount).toBe(0)
    }
    expect(events.of(matchEnded).filter(({ userIds }) => userIds[0] === ada.id)).toHaveLength(1)
    expect(await models.Pair.findById(`${ada.id}:${ben.id}`).lean()).toMatchObject({
      blocked: true,
      liked: [],
      matchedAt: null,
      rev: 3,
    })
  })

  test('SEC-64 a block does not affect a third user or their likes', async () => {
    const [ada, ben] = await match()
    const cleo = newUser()
    await cleo.like(ben)
    await ben.like(cleo)
    await block(ada, ben)
    await eventsHandled()
    expect((await cleo.call(listMatches)).body.map(({ id }) => id)).toEqual([ben.id])
    expect((await view(cleo, ada)).status).toBe(200)
    expect((await view(cleo, ben)).body.likeCount).toBe(1)
  })

  test('SEC-68 concurrent mutual blocks make one block, which a delayed like does not clear', async () => {
    const [ada, ben] = [newUser(), newUser()]
    await Promise.all([block(ada, ben), block(ben, ada)])
    await publishEvent(likeCreated, { likerId: ada.id, likedId: ben.id, liker: ada.summary, isMatch: false })
    await eventsHandled()
    expect((await ada.like(ben)).status).toBe(404)
    expect(await models.Pair.findById(`${ada.id}:${ben.id}`).lean()).toMatchObject({ blocked: true, rev: 2, liked: [] })
  })

  test('a block wins over concurrent likes, in any order', async () => {
    const pairs = Array.from({ length: 10 }, () => [newUser(), newUser()] as const)
    await Promise.all(pairs.flatMap(([ada, ben]) => [ben.like(ada), block(ada, ben), ada.like(ben)]))
    await eventsHandled()
    for (const [ada, ben] of pairs) {
      expect(await models.Pair.findById(`${ada.id}:${ben.id}`).lean()).toMatchObject({ blocked: true, liked: [] })
      expect((await ben.call(listMatches)).body).toEqual([])
    }
  })
})

describe('the end of a block', () => {
  const matchesOf = async ({ call }: TestUser) => (await call(listMatches)).body.map(({ id }) => id)

  test('both see each other again, without the match, and match anew by two likes (10.account.unblock)', async () => {
    const [ada, ben] = await match()
    await block(ada, ben)
    await unblock(ada, ben)
    await unblock(ada, ben)
    await eventsHandled()
    for (const [me, them] of [
      [ada, ben],
      [ben, ada],
    ] as const) {
      expect((await view(me, them)).body).toMatchObject({ hasLiked: false, isMatch: false, likeCount: 0 })
      expect(await matchesOf(me)).toEqual([])
      expect((await me.call(listNotifications)).body).toEqual([])
    }
    expect((await ada.like(ben)).body).toMatchObject({ isMatch: false })
    expect((await ben.like(ada)).body).toMatchObject({ isMatch: true })
    await block(ada, ben) // delivered again
    await eventsHandled()
    expect([await matchesOf(ada), await matchesOf(ben)]).toEqual([[ben.id], [ada.id]])
  })

  test('a like and a match from before the block are not announced, however late they come', async () => {
    const [ada, ben] = await match()
    await eventsHandled()
    const before = events.of(matchCreated).find(({ userIds }) => userIds[0] === ada.id)
    if (!before) throw new Error('no match was published')
    await block(ada, ben)
    await unblock(ada, ben)
    await eventsHandled()
    await publishEvent(matchCreated, before, { rev: before.rev })
    await eventsHandled()
    expect((await ada.call(listNotifications)).body).toEqual([])
    await ada.like(ben)
    await ben.like(ada)
    await eventsHandled()
    expect((await ada.call(listNotifications)).body).toMatchObject([{ type: 'MATCH' }])
  })

  test('while the other user blocks too, both stay hidden', async () => {
    const [ada, ben] = await match()
    await block(ada, ben)
    await block(ben, ada)
    await unblock(ada, ben)
    await eventsHandled()
    expect([(await view(ada, ben)).status, (await view(ben, ada)).status]).toEqual([404, 404])
    await unblock(ben, ada)
    await eventsHandled()
    expect([(await view(ada, ben)).status, (await view(ben, ada)).status]).toEqual([200, 200])
  })

  test('when the end arrives before the block, it ends the match, and the late block hides nobody', async () => {
    const [ada, ben] = await match()
    await unblock(ada, ben)
    await eventsHandled()
    await block(ada, ben)
    await eventsHandled()
    expect([await matchesOf(ada), await matchesOf(ben)]).toEqual([[], []])
    expect((await view(ben, ada)).body).toMatchObject({ hasLiked: false })
    expect(events.of(matchEnded).filter(({ userIds }) => userIds[0] === ada.id)).toHaveLength(1)
    await block(ada, ben, 3)
    await eventsHandled()
    expect((await view(ben, ada)).status).toBe(404)
  })

  test('SEC-67 past matches do not tell the unblocked user of the end', async () => {
    const [ada, ben] = await match()
    await block(ada, ben)
    await eventsHandled()
    const before = (await ben.call(listPastMatches)).body
    await unblock(ada, ben)
    await eventsHandled()
    expect((await ben.call(listPastMatches)).body).toEqual(before)
    expect((await ada.call(listPastMatches)).body).toMatchObject([{ id: ben.id, isBlocked: false }])
  })

  test('the blocker lists name and age of whom they block, latest first, whatever the others do (10.account.blocked)', async () => {
    const [cleo, ada, ben] = [newUser({ name: 'Cleo' }), newUser({ name: 'Ada' }), newUser({ name: 'Ben', age: 44 })]
    const blockedPeople = async ({ call }: TestUser) => (await call(listBlockedPeople)).body
    await view(ada, ben)
    await view(ada, cleo)
    await view(ben, ada)
    for (const other of [cleo, ben]) {
      await block(ada, other)
      await eventsHandled()
    }
    const expected = [
      { id: ben.id, name: 'Ben', age: 44, selfie: null, blockedAt: expect.any(String) },
      { id: cleo.id, name: 'Cleo', age: 30, selfie: null, blockedAt: expect.any(String) },
    ]
    expect(await blockedPeople(ada)).toEqual(expected)
    expect(await blockedPeople(ben)).toEqual([])
    await block(ben, ada)
    await eventsHandled()
    expect(await blockedPeople(ada)).toEqual(expected)
    await unblock(ada, ben)
    await eventsHandled()
    expect((await blockedPeople(ada)).map(({ id }) => id)).toEqual([cleo.id])
    expect((await blockedPeople(ben)).map(({ id }) => id)).toEqual([ada.id])
  })
})

test('the stored like count of a popular user follows in a second, and its likes count exactly', async () => {
  const star = newUser()
  await view(star, star)
  const fans = Array.from({ length: 1_004 }, (_, i) => 500_000 + i)
  await models.Pair.insertMany(
    fans.map((fan) => ({ _id: `${star.id}:${fan}`, members: [star.id, fan], liked: [star.id], rev: 1, epoch: 0 })),
  )
  const response = await newUser().like(star)
  expect(response.body.likeCount).toBe(1_005)
  const shownCount = async () => (await view(star, star)).body.likeCount
  await expect.poll(shownCount).toBe(1_005)

  await newUser().like(star)
  await expect.poll(shownCount).toBe(1_006)
  await models.Pair.deleteMany({ _id: { $in: fans.slice(0, 100).map((fan) => `${star.id}:${fan}`) } })
  expect((await newUser().like(star)).body.likeCount).toBe(1_006)
  await expect.poll(shownCount).toBe(907)
  expect((await newUser().like(star)).body.likeCount).toBe(908)
  await vi.waitFor(async () => expect(await replicaOf(star)).toMatchObject({ likeCount: 907 }), WAIT)
})
