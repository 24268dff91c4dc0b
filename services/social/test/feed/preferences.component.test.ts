import {
  getDiscoveryHints,
  getDiscoveryPreferences,
  passUser,
  setDiscoveryPreferences,
  unpassAllUsers,
} from '@zing/proto/http/discovery'
import { HINT_COUNT_MAX, HINT_COUNT_MIN } from '@zing/proto/limits'
import { blockCreated, userRegistered, userUpdated } from '@zing/proto/nats/events'
import { type DiscoveryPreferences, NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import type { ReplicatedProfile } from '@zing/proto/profiles/users'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import { setupSocial, type TestUser } from '../setup-social.ts'
import { idsIn } from './read-feed.ts'

const { publishEvent, models, newUser, eventsHandled } = await setupSocial()

/** A registered user with these preferences. */
async function newRegisteredUser(
  more: Partial<ReplicatedProfile> = {},
  preferences: Partial<DiscoveryPreferences> | null = null,
): Promise<TestUser> {
  const user = newUser(more)
  await publishEvent(userRegistered, { profile: user.profile })
  await vi.waitFor(async () => expect(await models.Profile.exists({ _id: user.id })).not.toBeNull(), WAIT)
  if (preferences) await prefer(user, preferences)
  return user
}

async function prefer(user: TestUser, preferences: Partial<DiscoveryPreferences>): Promise<void> {
  const { status } = await user.call(setDiscoveryPreferences, { body: { ...NO_PREFERENCES, ...preferences } })
  expect(status).toBe(200)
}

async function sees(viewer: TestUser, other: TestUser): Promise<boolean> {
  return (await idsIn(viewer, 'discover')).includes(other.id)
}

describe('preferences', () => {
  test('name all users until each user sets their own (10.discovery.preferences)', async () => {
    const [ada, ben] = [await newRegisteredUser(), newUser()]
    const wanted: DiscoveryPreferences = {
      ...NO_PREFERENCES,
      genders: ['female'],
      ageMin: 25,
      lookingFor: ['dates'],
    }
    const unset = { ...NO_PREFERENCES, isSet: false }
    expect((await ada.call(getDiscoveryPreferences)).body).toEqual(unset)
    expect((await ben.call(getDiscoveryPreferences)).body).toEqual(unset) // social asked auth for the profile
    expect(await ada.call(setDiscoveryPreferences, { body: wanted })).toMatchObject({ status: 200, body: wanted })
    expect((await ada.call(getDiscoveryPreferences)).body).toEqual(wanted)
    expect((await ben.call(getDiscoveryPreferences)).body).toEqual(unset)
    expect((await ada.call(setDiscoveryPreferences, { body: NO_PREFERENCES })).body).toEqual(NO_PREFERENCES)
    expect((await ada.call(getDiscoveryPreferences)).body).toEqual(NO_PREFERENCES)
    expect(await models.Profile.findById(ada.id).lean()).not.toHaveProperty('openTo')
  })

  test('have no repetitions once stored, and a list of all values means all users', async () => {
    const ada = newUser()
    const body = {
      ...NO_PREFERENCES,
      genders: ['other', 'male', 'other'],
      lookingFor: ['unsure', 'friends', 'dates', 'relationship'],
    }
    const { body: stored } = await ada.call(setDiscoveryPreferences, { body })
    expect(stored).toEqual({ ...NO_PREFERENCES, genders: ['male', 'other'] })
  })

  test.each([
    [{ genders: ['women'] }, 'Invalid gender'],
    [{ genders: [{ $gt: '' }] }, 'Invalid gender'],
    [{ ageMin: 17 }, 'You must choose an age of at least 18'],
    [{ ageMax: 121 }, 'Age cannot exceed 120'],
    [{ ageMin: { $gt: 0 } }, 'Age must be a whole number'],
    [{ ageMin: 31, ageMax: 30 }, "The lowest age can't be above the highest"],
    [{ lookingFor: ['money'] }, 'Please choose what you are looking for'],
  ])('that say %j are refused and change nothing (10.discovery.preferences.refused)', async (change, message) => {
    const ada = newUser()
    const response = await ada.call(setDiscoveryPreferences, { body: { ...NO_PREFERENCES, ...change } })
    expect(response).toMatchObject({ status: 400, body: { message } })
    expect((await ada.call(getDiscoveryPreferences)).body).toEqual({ ...NO_PREFERENCES, isSet: false })
  })

  test('survive a change of the profile', async () => {
    const ada = await newRegisteredUser({}, { ageMin: 40 })
    await publishEvent(userUpdated, { profile: { ...ada.profile, age: 41 } }, { rev: 2 })
    await vi.waitFor(async () => expect(await models.Profile.findById(ada.id).lean()).toMatchObject({ age: 41 }), WAIT)
    expect((await ada.call(getDiscoveryPreferences)).body).toEqual({ ...NO_PREFERENCES, ageMin: 40 })
  })
})

describe('the two of a pair see each other only if each fits the preferences of the other', () => {
  const ada: Partial<ReplicatedProfile> = { gender: 'Female', age: 30, lookingFor: 'dates' }

  test.each<[string, Partial<DiscoveryPreferences>, boolean]>([
    ['their gender, written otherwise', { genders: ['female'] }, true],
    ['another gender', { genders: ['male', 'non-binary', 'other'] }, false],
    ['ages that begin with theirs', { ageMin: 30 }, true],
    ['ages that begin a year above', { ageMin: 31 }, false],
    ['ages that end with theirs', { ageMax: 30 }, true],
    ['ages that end a year below', { ageMax: 29 }, false],
    ['just their age', { ageMin: 30, ageMax: 30 }, true],
    ['the rest of the band of their age', { genders: ['female'], ageMin: 31, ageMax: 34 }, false],
    ['what they look for', { lookingFor: ['friends', 'dates'] }, true],
    ['something else to look for', { lookingFor: ['friends', 'unsure'] }, false],
    ['everything about them', { genders: ['female'], ageMin: 29, ageMax: 31, lookingFor: ['dates'] }, true],
    ['all but one thing', { genders: ['female'], ageMin: 29, ageMax: 31, lookingFor: ['relationship'] }, false],
  ])('one who wants %s (10.discovery.two-way)', async (_what, preferences, expected) => {
    const wanted = await newRegisteredUser(ada)
    const choosy = await newRegisteredUser({ gender: 'male', age: 33, lookingFor: 'friends' }, preferences)
    expect([await sees(choosy, wanted), await sees(wanted, choosy)]).toEqual([expected, expected])
  })

  test('ages are exact, also between users of one band of the index', async () => {
    const wanted = await newRegisteredUser({ gender: 'male', age: 33 })
    const [younger, same, older] = [
      await newRegisteredUser({}, { ageMax: 32 }),
      await newRegisteredUser({}, { ageMin: 33, ageMax: 33 }),
      await newRegisteredUser({}, { ageMin: 34 }),
    ]
    expect([await sees(wanted, younger), await sees(wanted, same), await sees(wanted, older)]).toEqual([
      false,
      true,
      false,
    ])
    expect([await sees(younger, wanted), await sees(same, wanted), await sees(older, wanted)]).toEqual([
      false,
      true,
      false,
    ])
  })

  test('viewers find a custom gender as other, and without preferences (10.discovery.other-texts)', async () => {
    const own = await newRegisteredUser({ gender: 'Agender' })
    const [other, women, undecided] = [
      await newRegisteredUser({}, { genders: ['other'] }),
      await newRegisteredUser({}, { genders: ['female'] }),
      await newRegisteredUser(),
    ]
    expect([await sees(other, own), await sees(women, own), await sees(undecided, own)]).toEqual([true, false, true])
    expect([await sees(own, other), await sees(own, women), await sees(own, undecided)]).toEqual([true, false, true])
  })

  test('users without a relationship goal fit every wish', async () => {
    const [silent, choosy] = [
      await newRegisteredUser(),
      await newRegisteredUser({ lookingFor: 'friends' }, { lookingFor: ['friends'] }),
    ]
    expect([await sees(silent, choosy), await sees(choosy, silent)]).toEqual([true, true])
  })

  test('the preferences of both count', async () => {
    const women = await newRegisteredUser({ gender: 'male', age: 50 }, { genders: ['female'], ageMin: 45 })
    const men = await newRegisteredUser({ gender: 'female', age: 46 }, { genders: ['male'], ageMax: 49 })
    expect([await sees(women, men), await sees(men, women)]).toEqual([false, false])
    await prefer(men, { genders: ['male'], ageMax: 50 })
    expect([await sees(women, men), await sees(men, women)]).toEqual([true, true])
  })

  test('a change of a profile counts at once', async () => {
    const [wanted, choosy] = [
      await newRegisteredUser({ gender: 'male', age: 29 }),
      await newRegisteredUser({}, { genders: ['female'], ageMin: 30 }),
    ]
    expect(await sees(choosy, wanted)).toBe(false)
    await publishEvent(userUpdated, { profile: { ...wanted.profile, gender: 'female', age: 30 } }, { rev: 2 })
    await vi.waitFor(async () => expect(await sees(choosy, wanted)).toBe(true), WAIT)
  })

  test('whatever the preferences, all users are listed and a match stays a match', async () => {
    const [wanted, choosy] = [
      await newRegisteredUser({ gender: 'male' }),
      await newRegisteredUser({}, { genders: ['female'] }),
    ]
    expect(await idsIn(choosy, 'all')).toContain(wanted.id)
    expect((await choosy.like(wanted)).status).toBe(200)
    expect((await wanted.like(choosy)).body.isMatch).toBe(true)
  })
})

describe('hints', () => {
  /** Users of an age unique to this test, whom `viewer` does not want yet. */
  async function crowd(count: number, more: Partial<ReplicatedProfile>): Promise<TestUser[]> {
    const users = Array.from({ length: count }, () => newUser(more))
    for (const { profile } of users) await publishEvent(userRegistered, { profile })
    const _id = { $in: users.map(({ id }) => id) }
    await vi.waitFor(async () => expect(await models.Profile.countDocuments({ _id })).toBe(count), WAIT)
    return users
  }
  const hintsOf = async (viewer: TestUser) => (await viewer.call(getDiscoveryHints)).body.hints

  test('each names one change but no gender, how many more users it shows, and the preferences (10.discovery.hints)', async () => {
    await crowd(HINT_COUNT_MIN, { gender: 'female', age: 88, lookingFor: 'dates' })
    await crowd(HINT_COUNT_MIN + 1, { gender: 'non-binary', age: 90, lookingFor: 'dates' })
    await crowd(HINT_COUNT_MIN + 2, { gender: 'female', age: 90, lookingFor: 'friends' })
    const preferences: DiscoveryPreferences = {
      ...NO_PREFERENCES,
      genders: ['female'],
      ageMin: 90,
      ageMax: 90,
      lookingFor: ['dates'],
    }
    const viewer = await newRegisteredUser({}, preferences)
    expect(await hintsOf(viewer)).toEqual([
      { change: 'age', years: 2, count: 3, preferences: { ...preferences, ageMin: 88, ageMax: 92 } },
      { change: 'looking-for', years: null, count: 5, preferences: { ...preferences, lookingFor: [] } },
    ])
    await prefer(viewer, { ...preferences, ageMin: 88, ageMax: 92 })
    expect(await idsIn(viewer, 'discover')).toHaveLength(3)
  })

  test('each is about three users or more, without passed users and users out of sight', async () => {
    const users = await crowd(HINT_COUNT_MIN + 2, { age: 96 })
    const [passed, blocked, excluding] = users as [TestUser, TestUser, TestUser]
    const viewer = await newRegisteredUser({ gender: 'male' }, { ageMin: 98, ageMax: 98 })
    await viewer.call(passUser, { body: { userId: passed.id } })
    await publishEvent(blockCreated, { blockerId: viewer.id, blockedId: blocked.id })
    await eventsHandled()
    expect((await hintsOf(viewer)).map(({ count }) => count)).toEqual([3])
    expect((await viewer.call(getDiscoveryHints)).body.hasPassed).toBe(true)
    await viewer.call(unpassAllUsers)
    expect((await viewer.call(getDiscoveryHints)).body.hasPassed).toBe(false)

    const another = await newRegisteredUser({ gender: 'male' }, { ageMin: 98, ageMax: 98 })
    await another.call(passUser, { body: { userId: passed.id } })
    await another.call(passUser, { body: { userId: blocked.id } })
    await prefer(excluding, { genders: ['female'] })
    expect(await hintsOf(another)).toEqual([])
  })

  test('counting ends at its limit, and lasts for a while', async () => {
    const users = await crowd(HINT_COUNT_MAX + 5, { age: 106 })
    const viewer = await newRegisteredUser({}, { ageMin: 108, ageMax: 110 })
    expect((await hintsOf(viewer)).map(({ count }) => count)).toEqual([HINT_COUNT_MAX])
    for (const { id } of users) await viewer.call(passUser, { body: { userId: id } })
    expect((await hintsOf(viewer)).map(({ count }) => count)).toEqual([HINT_COUNT_MAX])
    await prefer(viewer, { ageMin: 108, ageMax: 111 })
    expect(await hintsOf(viewer)).toEqual([])
  })

  test('there are none for a viewer without preferences', async () => {
    expect(await hintsOf(newUser())).toEqual([])
  })
})
