import { getDiscoveryHints, setDiscoveryAlerts, setDiscoveryPreferences } from '@zing/proto/http/discovery'
import { getProfile, listNotifications, listUsers } from '@zing/proto/http/social'
import { userRegistered } from '@zing/proto/nats/events'
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
const TIMEOUT_MS = 60_000 + ACCOUNTS * 5_000
const HOUR_MS = 60 * 60 * 1_000
const COLOGNE = '2886242'
/** Median times may differ by so much; with few accounts the medians say nothing. */
const TIME_RATIO_MAX = 1.25
const TIMED_FROM = 50

const { newUser, updateAccount, publishEvent, eventsHandled, models } = await setupSocial({}, { alertsEveryMs: 20 })
const random = createRandom(seedOf(process.env))
const revs = new Map<number, number>()
let twinId = 7_000_001 // no other number in a response

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
  const user = await register({ hidden: true, ...(card && { place: card }) })
  await prefer(user, { ...wish, ageMin: 30, ageMax: 30 })
  await user.call(setDiscoveryAlerts, { body: { enabled: true } })
  const since = new Date(Date.now() - 30 * HOUR_MS)
  await models.Profile.updateOne({ _id: user.id }, { $set: { alertSince: since, alertAt: new Date() } })
  return user
}

/** Everything that an account learns, without what names the twin, and the time that it took. */
async function learn(observer: TestUser, twin: TestUser) {
  const { call } = observer
  const begun = performance.now()
  const discover = await call(listUsers, { query: { scope: 'discover', limit: 50 } })
  const all = await call(listUsers, { query: { scope: 'all', limit: 50 } })
  const profile = await call(getProfile, { params: { id: twin.id } })
  const hints = await call(getDiscoveryHints)
  const ms = performance.now() - begun
  await vi.waitFor(async () => {
    expect((await models.Profile.findById(observer.id).lean())?.alertAt?.getTime()).toBeGreaterThan(Date.now())
  }, WAIT)
  const alerts = await call(listNotifications, { query: { types: 'NEW_PEOPLE' } })
  const told = alerts.body.map(({ type, payload }) => ({ type, payload }))
  const seen = [discover, all, profile, hints].map(({ status, body }) => ({ status, body }))
  return { ms, seen: JSON.stringify([seen, told]).replaceAll(new RegExp(`\\b${twin.id}\\b`, 'g'), 'twin') }
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

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

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
    const times: [number[], number[]] = [[], []]
    // one twin after the other, so that the load of the machine is the same for both
    for (const [index, observer] of observers.entries()) {
      for (const which of index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const [shown, other] = which === 0 ? [plain, lived] : [lived, plain]
        await change(other, { ...place, hidden: true })
        await change(shown, place)
        const { ms, seen } = await learn(await watch(observer), shown)
        learned[which].push(seen)
        times[which].push(ms)
      }
    }
    expect(learned[1]).toEqual(learned[0])
    expect(new Set(learned[0]).size, 'the accounts see different things').toBeGreaterThan(1)
    for (const user of [plain, lived, ...decoys]) await change(user, { hidden: true })
    if (ACCOUNTS < TIMED_FROM) return
    const [one = 0, two = 0] = times.map(median)
    process.stdout.write(`median times: ${one.toFixed(1)} ms and ${two.toFixed(1)} ms\n`)
    expect(Math.max(one, two) / Math.min(one, two)).toBeLessThan(TIME_RATIO_MAX)
  },
  TIMEOUT_MS,
)
