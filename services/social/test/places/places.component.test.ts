import {
  getDiscoveryAlerts,
  getDiscoveryHints,
  getDiscoveryPreferences,
  setDiscoveryAlerts,
  setDiscoveryPreferences,
} from '@zing/proto/http/discovery'
import { getProfile, likeUser, listMatches, listNotifications, listUsers } from '@zing/proto/http/social'
import { userRegistered } from '@zing/proto/nats/events'
import type { CardPlace } from '@zing/proto/places/place'
import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import type { ReplicatedProfile } from '@zing/proto/profiles/users'
import { changeSettings } from '@zing/testing/change-settings'
import { WAIT } from '@zing/testing/wait'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cardOf } from '../feed/places-model.ts'
import { idsIn, nextOf } from '../feed/read-feed.ts'
import { setupSocial, type TestUser } from '../setup-social.ts'

const HOUR_MS = 60 * 60 * 1_000
const [COLOGNE, BONN, DUESSELDORF, LIEGE, SUVA] = ['2886242', '2946447', '2934246', '2792413', '2198148']

const { newUser, updateAccount, publishEvent, eventsHandled, models, nats } = await setupSocial(
  {},
  { alertsEveryMs: 20 },
)

let rev = 1
async function move(user: TestUser, place?: CardPlace, more: Partial<ReplicatedProfile> = {}): Promise<void> {
  rev += 1
  const { place: _former, ...profile } = user.profile
  await updateAccount({ ...profile, ...more, ...(place && { place }) }, rev)
  await eventsHandled()
}

async function memberAt(id: string | null, more: Partial<ReplicatedProfile> = {}): Promise<TestUser> {
  const user = newUser({ ...(id && { place: cardOf(id) }), ...more })
  const { place, ...announced } = user.profile
  await publishEvent(userRegistered, { profile: { ...announced, ...(place && { hasPlace: true }) } })
  await eventsHandled()
  return user
}

const prefer = (user: TestUser, wanted: object) =>
  user.call(setDiscoveryPreferences, { body: { ...NO_PREFERENCES, ...wanted } })
const preferencesOf = async (user: TestUser) => (await user.call(getDiscoveryPreferences)).body

const setMode = (place: 'off' | 'offered' | 'required') => changeSettings(nats, { place })
afterEach(() => setMode('offered'))

describe('preferences about places', () => {
  test.each([
    ['none', null, { maxDistanceKm: 25 }, 409],
    ['none', null, { places: ['DE'] }, 409],
    ['a country', 'DE', { places: ['FR'] }, 200],
    ['a country', 'DE', { places: ['DE.07'] }, 409],
    ['a region', 'DE.07', { places: ['BE.WAL', 'FR'] }, 200],
    ['a region', 'DE.07', { maxDistanceKm: 250 }, 409],
    ['a town', COLOGNE, { maxDistanceKm: 50, places: ['BE', 'DE.07'] }, 200],
    ['a town', COLOGNE, { places: [BONN] }, 400],
    ['a town', COLOGNE, { places: ['DE.99'] }, 400],
    ['a town', COLOGNE, { maxDistanceKm: 30 }, 400],
  ])('with %s (%s) on the card, %j gets %d (10.place.preferences)', async (_what, id, wanted, status) => {
    const user = await memberAt(id)
    const { status: got, body } = await prefer(user, wanted)
    expect(got).toBe(status)
    if (status === 409) expect(body).toMatchObject({ code: 'PLACE_NEEDED' })
    const kept = status === 200 ? wanted : { maxDistanceKm: null, places: [] }
    expect(await preferencesOf(user)).toMatchObject(kept)
  })

  test('a coarser card drops what is finer and says so until the next change (10.place.dropped)', async () => {
    const user = await memberAt(COLOGNE)
    await prefer(user, { maxDistanceKm: 50, places: ['DE.07', 'FR'] })
    await move(user, cardOf('DE.07'))
    expect(await preferencesOf(user)).toMatchObject({
      maxDistanceKm: null,
      places: ['DE.07', 'FR'],
      dropped: ['maxDistanceKm'],
    })
    await move(user, cardOf('DE'))
    expect(await preferencesOf(user)).toMatchObject({ places: ['FR'], dropped: ['maxDistanceKm', 'places'] })
    await prefer(user, { places: ['FR'] })
    expect(await preferencesOf(user)).not.toHaveProperty('dropped')
    await move(user)
    expect(await preferencesOf(user)).toMatchObject({ places: [], dropped: ['places'] })
  })

  test('during a trip they rest, and a change of others leaves them as they were (10.place.rests)', async () => {
    const [user, far] = [await memberAt(COLOGNE), await memberAt(SUVA)]
    await prefer(user, { maxDistanceKm: 50, places: ['DE.07'] })
    expect(await idsIn(user, 'discover')).not.toContain(far.id)
    await move(user, cardOf('FJ', true))
    expect(await idsIn(user, 'discover')).toContain(far.id)
    const { maxDistanceKm: _km, places: _places, ...others } = NO_PREFERENCES
    const { body } = await user.call(setDiscoveryPreferences, { body: { ...others, ageMin: 20 } })
    expect(body).toMatchObject({ maxDistanceKm: 50, places: ['DE.07'], ageMin: 20, isResting: true })
    await move(user, cardOf(COLOGNE))
    expect(await preferencesOf(user)).not.toHaveProperty('isResting')
    expect(await idsIn(user, 'discover')).not.toContain(far.id)
  })
})

describe('labels', () => {
  const label = ({ place, placeKind, visiting, distance }: Partial<Record<string, unknown>>) => [
    place,
    placeKind,
    visiting,
    distance,
  ]

  test.each([
    [COLOGNE, cardOf(COLOGNE), ['town', undefined, '0']],
    [COLOGNE, cardOf(BONN), ['town', undefined, '25']],
    [COLOGNE, cardOf(LIEGE, true), ['town', true, '250']],
    [COLOGNE, cardOf(SUVA), ['town', undefined, 'far']],
    [COLOGNE, cardOf('DE.07', true), ['region', true, undefined]],
    ['DE', cardOf(BONN), ['town', undefined, undefined]],
    [null, cardOf('DE'), ['country', undefined, undefined]],
  ])('from %s, a card is the same on every list (10.place.label)', async (from, place, [kind, visiting, distance]) => {
    const createdAt = '2030-01-01T00:00:00.000Z' // on every first page
    const [viewer, other] = [await memberAt(from), await memberAt(null, { place, createdAt })]
    const expected = [place.name, kind, visiting, distance]
    expect(label((await viewer.call(getProfile, { params: { id: other.id } })).body)).toEqual(expected)
    const inScope = async (scope: 'all' | 'discover' | 'liked') =>
      label((await viewer.call(listUsers, { query: { scope } })).body.find(({ id }) => id === other.id) ?? {})
    expect(await inScope('all')).toEqual(expected)
    expect(await inScope('discover')).toEqual(expected)
    await viewer.call(likeUser, { body: { likedId: other.id } })
    expect(await inScope('liked')).toEqual(expected)
    await other.call(likeUser, { body: { likedId: viewer.id } })
    expect((await viewer.call(listMatches)).body.map(label)).toEqual([expected])
    await move(other, undefined, { createdAt })
    expect(label((await viewer.call(getProfile, { params: { id: other.id } })).body)).toEqual(Array(4).fill(undefined))
    await move(other, undefined, { hidden: true })
  })
})

test('without places, social shows none and filters by none, and alerts go on (10.place.off)', async () => {
  const [user, far] = [await memberAt(COLOGNE), await memberAt(SUVA)]
  await prefer(user, { maxDistanceKm: 25 })
  await setMode('off')
  await vi.waitFor(async () => expect(await preferencesOf(user)).not.toHaveProperty('maxDistanceKm'), WAIT)
  expect(await idsIn(user, 'discover')).toContain(far.id)
  expect((await user.call(getProfile, { params: { id: far.id } })).body).not.toHaveProperty('place')
  await user.call(setDiscoveryAlerts, { body: { enabled: true } })
  expect((await user.call(getDiscoveryAlerts)).body).toEqual({ enabled: true })
})

test('where a place is required, who has none cannot like (10.place.required)', async () => {
  const [nowhere, somewhere] = [await memberAt(null), await memberAt('DE')]
  await setMode('required')
  await vi.waitFor(
    async () => expect((await nowhere.like(somewhere)).body).toMatchObject({ code: 'PLACE_REQUIRED' }),
    WAIT,
  )
  expect((await somewhere.like(nowhere)).status).toBe(200)
})

test('a hint offers the next distance, with the number of people who are farther (10.place.hints)', async () => {
  const viewer = await memberAt(COLOGNE, { age: 61 })
  for (const id of [BONN, LIEGE, LIEGE, LIEGE, LIEGE]) await memberAt(id, { age: 62 })
  await prefer(viewer, { ageMin: 62, ageMax: 62, maxDistanceKm: 100 })
  const { hints } = (await viewer.call(getDiscoveryHints)).body
  expect(hints.map(({ change, count, preferences }) => [change, count, preferences.maxDistanceKm])).toEqual([
    ['distance', 4, 250],
  ])
})

test('a page ends as if nobody followed whose own distance keeps the viewer out (10.place.cursor)', async () => {
  const shownBeforeOthers = '2031-01-01T00:00:00.000Z'
  const viewer = await memberAt(COLOGNE, { age: 51 })
  const choosy = await memberAt(DUESSELDORF, { age: 52 })
  const shown = await memberAt(SUVA, { age: 52, createdAt: shownBeforeOthers })
  await prefer(viewer, { ageMin: 52, ageMax: 52 })
  const firstPage = () => viewer.call(listUsers, { query: { scope: 'discover', limit: 1 } })
  await prefer(choosy, { maxDistanceKm: 50 })
  expect(nextOf((await firstPage()).headers)).not.toBeNull()
  await prefer(choosy, { maxDistanceKm: 25 })
  const { body, headers } = await firstPage()
  expect(body.map(({ id }) => id)).toEqual([shown.id])
  expect(nextOf(headers)).toBeNull()
})

describe('alerts', () => {
  /** The user wants alerts since yesterday, and the next one is due. */
  async function wantAlerts(user: TestUser): Promise<void> {
    expect((await user.call(setDiscoveryAlerts, { body: { enabled: true } })).body).toEqual({ enabled: true })
    const alertSince = new Date(Date.now() - 26 * HOUR_MS)
    await models.Profile.updateOne({ _id: user.id }, { $set: { alertSince, alertAt: new Date() } })
  }
  async function alertsOf(user: TestUser) {
    await vi.waitFor(async () => {
      const next = (await models.Profile.findById(user.id).lean())?.alertAt?.getTime()
      expect(next).toBeGreaterThan(Date.now() + 23 * HOUR_MS)
    }, WAIT)
    return (await user.call(listNotifications, { query: { types: 'NEW_PEOPLE' } })).body.map(({ payload }) => payload)
  }
  const before = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

  test.each([
    ['a new account that fits', 5, 71, 1],
    ['a new account that does not fit', 5, 72, 0],
    ['an account of the last minutes', 0, 73, 0],
    ['an account from before, which has just moved here', 30, 74, 0],
  ])('%s, %d hours old and aged %d, makes %d alerts (10.place.alerts)', async (_what, hours, age, count) => {
    const viewer = await memberAt(COLOGNE)
    await prefer(viewer, { maxDistanceKm: 50, ageMin: age === 72 ? 75 : age, ageMax: 75 })
    const other = await memberAt(SUVA, { age, createdAt: before(hours) })
    await move(other, cardOf(BONN), { age })
    await wantAlerts(viewer)
    expect(await alertsOf(viewer)).toEqual(Array(count).fill({}))
    await move(other, undefined, { hidden: true })
  })

  test('they are off until wanted, and end when they are not (10.place.alerts)', async () => {
    const viewer = await memberAt(COLOGNE)
    expect((await viewer.call(getDiscoveryAlerts)).body).toEqual({ enabled: false })
    await wantAlerts(viewer)
    expect((await viewer.call(getDiscoveryAlerts)).body).toEqual({ enabled: true })
    await viewer.call(setDiscoveryAlerts, { body: { enabled: false } })
    expect((await viewer.call(getDiscoveryAlerts)).body).toEqual({ enabled: false })
    expect(await models.Profile.findById(viewer.id).lean()).not.toHaveProperty('alertAt')
  })
})
