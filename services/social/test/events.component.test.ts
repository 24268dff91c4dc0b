import { createPublish } from '@zing/kit/nats/event-stream'
import { getProfile, listMatches, listUsers, unlikeUser } from '@zing/proto/http/social'
import { blockCreated, likeCreated, matchEnded, userRegistered, userUpdated } from '@zing/proto/nats/events'
import { describe, expect, test, vi } from 'vitest'
import { bound, setupSocial, type TestUser } from './setup-social.ts'

const { announce, errors, facts, match, models, nats, newUser, settled } = await setupSocial()

const seen = async (viewer: TestUser, whom: TestUser) => viewer.call(getProfile, { params: { id: whom.id } })
const copyOf = ({ id }: TestUser) => models.Profile.findById(id).lean()
const block = (a: TestUser, b: TestUser) => announce(blockCreated, { blockerId: a.id, blockedId: b.id })

describe('the copies of people', () => {
  test('follow the account, keep the newest revision whatever the order, and keep the like count', async () => {
    const [ada, ben] = [newUser(), newUser()]
    await announce(userUpdated, { profile: { ...ada.profile, name: 'Third' } }, { rev: 3 })
    await announce(userUpdated, { profile: { ...ada.profile, name: 'Second' } }, { rev: 2 })
    await announce(userRegistered, { profile: ada.profile }, { rev: 1 })
    await settled()
    expect(await copyOf(ada)).toMatchObject({ name: 'Third', rev: 3 })
    await models.Profile.updateOne({ _id: ada.id }, { $set: { likeCount: 5_000 } })
    await announce(userUpdated, { profile: { ...ada.profile, name: 'Fourth', selfie: null } }, { rev: 4 })
    await announce(userUpdated, { profile: { ...ada.profile, name: 'Fourth', selfie: null } }, { rev: 4 })
    await settled()
    expect((await seen(ben, ada)).body).toEqual({
      ...ada.profile,
      name: 'Fourth',
      selfie: null,
      likeCount: 5_000,
      hasLiked: false,
      isMatch: false,
    })
    expect(await copyOf(ada)).toMatchObject({ rev: 4, epoch: 0 })
  })

  test('of a later epoch win over any revision of an earlier one', async () => {
    const ada = newUser()
    await announce(userUpdated, { profile: { ...ada.profile, name: 'Before' } }, { rev: 9, epoch: 0 })
    await announce(userRegistered, { profile: { ...ada.profile, name: 'After' } }, { rev: 1, epoch: 1 })
    await announce(userUpdated, { profile: { ...ada.profile, name: 'Before' } }, { rev: 10, epoch: 0 })
    await settled()
    expect(await copyOf(ada)).toMatchObject({ name: 'After', rev: 1, epoch: 1 })
  })

  test('are not harmed by a malformed event, and the next one is handled', async () => {
    const [ada, ben] = [newUser(), newUser()]
    await nats.connection
    const publish = createPublish(nats)
    const envelope = { id: crypto.randomUUID(), epoch: 0, rev: 1, at: new Date() }
    const payload = { profile: { ...ada.profile, age: 'old' } }
    await publish({ ...envelope, subject: userRegistered.subject, payload })
    await announce(userRegistered, { profile: ben.profile })
    await settled()
    expect([await copyOf(ada), (await copyOf(ben))?.name]).toEqual([null, ben.profile.name])
    const dead = models.Profile.db.collection('dead_events')
    expect(await dead.countDocuments({ subject: userRegistered.subject, reason: 'malformed' })).toBe(1)
    expect(errors.splice(0)).toEqual([expect.stringContaining('event buried')])
  })
})

describe('SEC-63 a block', () => {
  test('ends the match once and hides each from the other, everywhere; a like or an unlike does nothing', async () => {
    const [ada, ben] = await match()
    await block(ada, ben)
    await block(ada, ben)
    await settled()
    for (const [me, them] of [
      [ada, ben],
      [ben, ada],
    ] as const) {
      expect((await me.call(listMatches)).body).toEqual([])
      expect((await me.call(listUsers)).body.map(({ id }) => id)).not.toContain(them.id)
      expect((await seen(me, them)).status).toBe(404)
      expect((await me.like(them)).status).toBe(404)
      expect((await me.call(unlikeUser, { params: { userId: them.id } })).status).toBe(404)
      expect((await seen(me, me)).body.likeCount).toBe(0)
    }
    expect(facts.of(matchEnded).filter(({ userIds }) => userIds[0] === ada.id)).toHaveLength(1)
    expect(await models.Pair.findById(`${ada.id}:${ben.id}`).lean()).toMatchObject({
      blocked: true,
      liked: [],
      matchedAt: null,
      rev: 3,
    })
  })

  test('SEC-64 is nothing to a third person, who still counts as a like', async () => {
    const [ada, ben] = await match()
    const cleo = newUser()
    await cleo.like(ben)
    await ben.like(cleo)
    await block(ada, ben)
    await settled()
    expect((await cleo.call(listMatches)).body.map(({ id }) => id)).toEqual([ben.id])
    expect((await seen(cleo, ada)).status).toBe(200)
    expect((await seen(cleo, ben)).body.likeCount).toBe(1)
  })

  test('SEC-68 of people who never met, by both at once, is one block that no late like clears', async () => {
    const [ada, ben] = [newUser(), newUser()]
    await Promise.all([block(ada, ben), block(ben, ada)])
    await announce(likeCreated, { likerId: ada.id, likedId: ben.id, liker: ada.card })
    await settled()
    expect((await ada.like(ben)).status).toBe(404)
    expect(await models.Pair.findById(`${ada.id}:${ben.id}`).lean()).toMatchObject({ blocked: true, rev: 1, liked: [] })
  })

  test('that meets a like in the same instant wins, whoever was first', async () => {
    const pairs = Array.from({ length: 10 }, () => [newUser(), newUser()] as const)
    await Promise.all(pairs.flatMap(([ada, ben]) => [ben.like(ada), block(ada, ben), ada.like(ben)]))
    await settled()
    for (const [ada, ben] of pairs) {
      expect(await models.Pair.findById(`${ada.id}:${ben.id}`).lean()).toMatchObject({ blocked: true, liked: [] })
      expect((await ben.call(listMatches)).body).toEqual([])
    }
  })
})

test('the count of a very popular person is stored within a second or so of a like, and exact again below a thousand', async () => {
  const star = newUser()
  await seen(star, star)
  const fans = Array.from({ length: 1_004 }, (_, i) => 500_000 + i)
  await models.Pair.insertMany(
    fans.map((fan) => ({ _id: `${star.id}:${fan}`, members: [star.id, fan], liked: [star.id], rev: 1, epoch: 0 })),
  )
  const answer = await newUser().like(star)
  expect(answer.body.likeCount).toBe(1_000)
  const shown = async () => (await seen(star, star)).body.likeCount
  await expect.poll(shown, { timeout: 3_000, interval: 20 }).toBe(1_005)

  await newUser().like(star)
  await expect.poll(shown, { timeout: 3_000, interval: 20 }).toBe(1_006)
  await models.Pair.deleteMany({ _id: { $in: fans.slice(0, 100).map((fan) => `${star.id}:${fan}`) } })
  expect((await newUser().like(star)).body.likeCount).toBe(1_006)
  await expect.poll(shown, { timeout: 3_000, interval: 20 }).toBe(907)
  expect((await newUser().like(star)).body.likeCount).toBe(908)
  await vi.waitFor(async () => expect(await copyOf(star)).toMatchObject({ likeCount: 907 }), bound)
})
