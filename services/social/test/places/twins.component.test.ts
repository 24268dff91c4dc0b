import { getDiscoveryHints, setDiscoveryAlerts, setDiscoveryPreferences } from '@zing/proto/http/discovery'
import { getProfile, listMatches, listNotifications, listUsers } from '@zing/proto/http/social'
import { matchCreated, notificationCreated, userRegistered } from '@zing/proto/nats/events'
import { type CardPlace, MAX_DISTANCES_KM } from '@zing/proto/places/place'
import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import type { ReplicatedProfile } from '@zing/proto/profiles/users'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { allowedBy, COUNTRY_IDS, cardOf, REGION_IDS, TOWN_IDS } from '../feed/places-model.ts'
import { createRandom, seedOf } from '../random.ts'
import { setupSocial, type TestUser } from '../setup-social.ts'

// A response about a member is a function of the card: twins with different pasts look the same to others.
const ACCOUNTS = 6
const TIMEOUT_MS = 90_000
const HOUR_MS = 60 * 60 * 1_000
const COLOGNE = '2886242'

const { newUser, updateAccount, publishEvent, eventsHandled, events, models } = await setupSocial(
  {},
  { alertsEveryMs: 20 },
)
const random = createRandom(seedOf(process.env))
const revs = new Map<number, number>()
let twinId = 7_000_001 // no other number in a response
let observerId = 8_000_001

/** Publishes the profile as auth would after a change. */
async function change(user: TestUser, more: Partial<ReplicatedProfile>): Promise<void> {
  const rev = (revs.get(user.id) ?? 1) + 1
  revs.set(user.id, rev)
  const { place: _former, ...profile } = user.profile
  await updateAccount({ ...profile, ...more }, rev)
  await eventsHandled()
}

async function register(more: Partial<ReplicatedProfile>): Promise<TestUser> {
  const user = newUser(more)
  const { place, ...announced } = user.profile
  await publishEvent(userRegistered, { profile: { ...announced, ...(place && { hasPlace: true }) } })
  return user
}

async function prefer(user: TestUser, wanted: object): Promise<void> {
  expect((await user.call(setDiscoveryPreferences, { body: { ...NO_PREFERENCES, ...wanted } })).status).toBe(200)
}

/** The member lives elsewhere, hides and travels. The loss of the place ends the filters. */
async function live(user: TestUser): Promise<void> {
  await change(user, { place: cardOf('2198148') })
  await prefer(user, { maxDistanceKm: 50, places: ['FJ', 'FJ.01'] })
  await change(user, { place: cardOf('2729907', true) })
  await change(user, { place: cardOf('DE') })
  await change(user, { hidden: true })
  await change(user, {})
}

interface Observer {
  card: CardPlace | undefined
  wish: ReturnType<typeof allowedBy>
}

const NEAR: Observer = { card: cardOf(COLOGNE), wish: { maxDistanceKm: 25, places: [] } }
const FAR: Observer = { card: cardOf('2198148'), wish: { maxDistanceKm: null, places: [] } }

/** A place anywhere or near the twins, and any filter that it allows. */
function someObserver(): Observer {
  const ids = random.pick([TOWN_IDS, TOWN_IDS.slice(0, 9), REGION_IDS, COUNTRY_IDS, []])
  const card = ids.length > 0 ? cardOf(random.pick(ids)) : undefined
  const places = random.pick([[], ['DE.07'], ['DE'], ['FJ.01', 'SJ']])
  return { card, wish: allowedBy(card, { maxDistanceKm: random.pick([null, ...MAX_DISTANCES_KM]), places }) }
}

/** Hidden, so that observers do not see each other. */
async function watch({ card, wish }: Observer): Promise<TestUser> {
  const user = await register({ id: observerId++, hidden: true, ...(card && { place: card }) })
  await prefer(user, { ...wish, ageMin: 30, ageMax: 30 })
  await user.call(setDiscoveryAlerts, { body: { enabled: true } })
  const since = new Date(Date.now() - 30 * HOUR_MS)
  await models.Profile.updateOne({ _id: user.id }, { $set: { alertSince: since, alertAt: new Date() } })
  return user
}

/** Everything that an account learns, without what names the twin: lists, likes, the match and what is pushed. */
async function learn(observer: TestUser, twin: TestUser): Promise<string> {
  const { call } = observer
  const notifications = () => call(listNotifications, { query: { types: 'LIKE,MATCH,NEW_PEOPLE' } })
  const before = [
    await call(listUsers, { query: { scope: 'discover', limit: 50 } }),
    await call(listUsers, { query: { scope: 'all', limit: 50 } }),
    await call(getProfile, { params: { id: twin.id } }),
    await call(getDiscoveryHints),
  ]
  await vi.waitFor(async () => {
    expect((await models.Profile.findById(observer.id).lean())?.alertAt?.getTime()).toBeGreaterThan(Date.now())
  }, WAIT)
  const met = [
    await notifications(),
    await observer.like(twin),
    await call(listUsers, { query: { scope: 'liked' } }),
    await twin.like(observer),
    await call(listMatches),
  ]
  await eventsHandled()
  const lists = [...before, ...met, await notifications()].map(({ status, body }) => ({ status, body }))
  const pushed = [
    ...events.of(matchCreated).filter(({ userIds }) => userIds.includes(observer.id)),
    ...events.of(notificationCreated).filter(({ userId }) => userId === observer.id),
  ].map(({ id: _event, rev: _rev, at: _at, ...event }) => event)
  return JSON.stringify([lists, pushed], withoutOwn)
    .replaceAll(new RegExp(`\\b${twin.id}\\b`, 'g'), 'twin')
    .replaceAll(new RegExp(`\\b${observer.id}\\b`, 'g'), 'observer')
}

/** Leaves out the ids of notifications, and the times of what happens now. */
function withoutOwn(key: string, value: unknown): unknown {
  if (key === 'matchedAt') return undefined
  if (typeof value !== 'object' || value === null || !('readAt' in value)) return value
  return { ...value, id: undefined, createdAt: undefined }
}

/** Returns the stored member without ids and revs, which no response shows. */
async function storedOf({ id }: TestUser): Promise<string> {
  const {
    _id,
    rev: _rev,
    preferencesRev: _preferencesRev,
    ...stored
  } = (await models.Profile.findById(id).lean()) ?? {}
  return JSON.stringify(Object.entries(stored).toSorted()).replaceAll(new RegExp(`\\b${id}\\b`, 'g'), 'twin')
}

test.each<[string, Partial<CardPlace> | null]>([
  ['a town', { id: COLOGNE, kind: 'town' }],
  ['a region', { id: 'DE.07', kind: 'region' }],
  ['a trip', { id: COLOGNE, kind: 'town', isVisiting: true }],
  ['nothing', null],
])(
  'twins whose cards show %s are the same to all others, whatever they have done (10.place.twins)',
  async (_what, more) => {
    const createdAt = new Date(Date.now() - 5 * HOUR_MS).toISOString()
    const place = more ? { place: { ...cardOf(COLOGNE), ...more } } : {}
    const [plain, lived] = [
      await register({ id: twinId++, ...place, createdAt }),
      await register({ id: twinId++, ...place, createdAt }),
    ]
    const decoys = await Promise.all(
      ['2946447', 'DE', '2198148'].map((id) => register({ place: cardOf(id), createdAt })),
    )
    await eventsHandled()
    await live(lived)
    for (const twin of [plain, lived]) {
      await change(twin, place)
      await prefer(twin, more ? { places: more.isVisiting ? [] : ['DE'] } : {})
    }
    await change(lived, { place: cardOf('2198148', true) }) // a trip that is over
    await change(lived, place)
    expect(await storedOf(lived)).toEqual(await storedOf(plain))

    const observers = [NEAR, FAR, ...Array.from({ length: ACCOUNTS - 2 }, someObserver)]
    const learned: [string[], string[]] = [[], []]
    for (const [index, observer] of observers.entries()) {
      for (const which of index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const [shown, other] = which === 0 ? [plain, lived] : [lived, plain]
        await change(other, { ...place, hidden: true })
        await change(shown, place)
        learned[which].push(await learn(await watch(observer), shown))
      }
    }
    expect(learned[1]).toEqual(learned[0])
    expect(new Set(learned[0]).size, 'the accounts see different things').toBeGreaterThan(1)
    for (const user of [plain, lived, ...decoys]) await change(user, { hidden: true })
  },
  TIMEOUT_MS,
)
