import { getDiscoveryPreferences, setDiscoveryPreferences } from '@zing/proto/http/discovery'
import { type CardPlace, MAX_DISTANCES_KM } from '@zing/proto/places/place'
import { GENDERS } from '@zing/proto/product'
import { type DiscoveryPreferences, type Gender, NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { LOOKING_FOR } from '@zing/proto/profiles/looking-for'
import type { ReplicatedProfile } from '@zing/proto/profiles/users'
import { beforeEach, expect, test } from 'vitest'
import { createRandom, seedOf } from '../random.ts'
import { setupSocial, type TestUser } from '../setup-social.ts'
import { allowedBy, COUNTRY_IDS, cardOf, REGION_IDS, TOWN_IDS, unmetPlaces } from './places-model.ts'
import { readAll } from './read-feed.ts'

// Random users with random preferences see each other as the rule in its simplest form says.
const SEED = seedOf(process.env)
const USERS = 24
const ROUNDS = 6

/** Ages on both sides of each band's ends, and the lowest and highest allowed age. */
const AGES = [18, 19, 20, 24, 25, 26, 29, 30, 31, 34, 35, 36, 39, 40, 49, 50, 64, 65, 119, 120]
/** Genders in profiles, and the preference that each belongs to. */
const GENDER_OF: Record<string, Gender> = {
  male: 'male',
  Male: 'male',
  female: 'female',
  FEMALE: 'female',
  'non-binary': 'non-binary',
  other: 'other',
  agender: 'other',
}

const { newUser, updateAccount, eventsHandled } = await setupSocial()
const random = createRandom(SEED)
const users = Array.from({ length: USERS }, () =>
  newUser({
    gender: random.pick(Object.keys(GENDER_OF)),
    age: random.pick(AGES),
    lookingFor: random.pick([...LOOKING_FOR, null]),
  }),
)
const preferences = new Map<number, DiscoveryPreferences>()
const wantedBy = ({ id }: TestUser) => preferences.get(id) ?? NO_PREFERENCES

type Reason = keyof DiscoveryPreferences
/** The card of each user, and the rev of the profile with it. */
const cards = new Map<number, { card: CardPlace | undefined; rev: number }>()
const cardOfUser = ({ id }: TestUser) => cards.get(id)?.card

/** The parts of the preferences that a profile does not meet. */
function unmet({ gender, age, lookingFor }: ReplicatedProfile, wanted: DiscoveryPreferences): Reason[] {
  const met: Record<Exclude<Reason, 'maxDistanceKm' | 'places' | 'verifiedOnly'>, boolean> = {
    genders: wanted.genders.length === 0 || wanted.genders.some((one) => one === GENDER_OF[gender]),
    ageMin: wanted.ageMin === null || age >= wanted.ageMin,
    ageMax: wanted.ageMax === null || age <= wanted.ageMax,
    lookingFor: wanted.lookingFor.length === 0 || !lookingFor || wanted.lookingFor.includes(lookingFor),
  }
  return (Object.keys(met) as (keyof typeof met)[]).filter((reason) => !met[reason])
}

/** Why a user does not see another, and by whose preferences. */
const reasons = (viewer: TestUser, other: TestUser) => [
  ...unmet(other.profile, wantedBy(viewer)).map((reason) => `own ${reason}`),
  ...unmetPlaces(cardOfUser(viewer), wantedBy(viewer), cardOfUser(other)).map((reason) => `own ${reason}`),
  ...unmet(viewer.profile, wantedBy(other)).map((reason) => `other's ${reason}`),
  ...unmetPlaces(cardOfUser(other), wantedBy(other), cardOfUser(viewer)).map((reason) => `other's ${reason}`),
]
const fitting = (viewer: TestUser) =>
  users.filter((other) => other !== viewer && reasons(viewer, other).length === 0).map(({ id }) => id)

async function prefer(user: TestUser, wanted: DiscoveryPreferences): Promise<void> {
  expect((await user.call(setDiscoveryPreferences, { body: wanted })).status).toBe(200)
  preferences.set(user.id, wanted)
}

/** Moves users to a town, a region or a country, on a trip, or nowhere. A coarser card drops finer preferences. */
async function moveAll(): Promise<void> {
  for (const user of users) {
    const ids = random.pick([TOWN_IDS, TOWN_IDS, TOWN_IDS.slice(0, 9), REGION_IDS, COUNTRY_IDS, []])
    const card = ids.length > 0 ? cardOf(random.pick(ids), random.integer(1, 5) === 1) : undefined
    const rev = (cards.get(user.id)?.rev ?? 1) + 1
    cards.set(user.id, { card, rev })
    if (!card?.isVisiting) preferences.set(user.id, { ...wantedBy(user), ...allowedBy(card, wantedBy(user)) })
    await updateAccount({ ...user.profile, ...(card && { place: card }) }, rev)
  }
  await eventsHandled()
  for (const user of users) {
    const { maxDistanceKm, places } = wantedBy(user)
    expect((await user.call(getDiscoveryPreferences)).body).toMatchObject({ maxDistanceKm, places })
  }
}

/** Each part is set or not, independently of the others. */
function somePreferences(user: TestUser): DiscoveryPreferences {
  const isSet = () => random.integer(1, 5) <= 2
  const some = <T>(values: readonly T[]) => values.filter(() => random.integer(1, 2) === 1)
  const [low = null, high = null] = [random.pick(AGES), random.pick(AGES)].toSorted((a, b) => a - b)
  return {
    genders: isSet() ? some(GENDERS) : [],
    ageMin: isSet() ? low : null,
    ageMax: isSet() ? high : null,
    lookingFor: isSet() ? some(LOOKING_FOR) : [],
    ...allowedBy(cardOfUser(user), {
      maxDistanceKm: isSet() ? random.pick(MAX_DISTANCES_KM) : null,
      places: isSet() ? someAreas() : [],
    }),
  }
}

const preferSome = (user: TestUser) => prefer(user, somePreferences(user))

function someAreas(): string[] {
  return [...new Set([random.pick(REGION_IDS), random.pick(REGION_IDS), random.pick(COUNTRY_IDS)])].toSorted()
}

beforeEach(async () => {
  for (const user of users) await prefer(user, NO_PREFERENCES) // also replicates the profile
})

const sorted = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b)

test('users see each other if both meet each part of the preferences of the other', async () => {
  const decisive = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 1) await moveAll()
    // nothing is set in the first round
    if (round > 0) for (const user of users) await preferSome(user)
    for (const viewer of users) {
      const pages = await readAll(viewer, { scope: 'discover', limit: random.integer(1, 7) })
      const seen = pages.flat().map(({ id }) => id)
      expect(sorted(seen), `user ${viewer.id} in round ${round}`).toEqual(sorted(fitting(viewer)))
      for (const other of users) {
        const [only, ...others] = other === viewer ? [] : reasons(viewer, other)
        if (only && others.length === 0) decisive.add(only)
      }
    }
  }
  // unless each part was the only reason once, the run shows nothing about that part
  const parts = Object.keys(NO_PREFERENCES)
  expect([...decisive].toSorted()).toEqual(
    ['own', "other's"].flatMap((by) => parts.map((part) => `${by} ${part}`)).toSorted(),
  )
})

test('when preferences change between pages, they count from the next page, without gaps', async () => {
  for (const changes of ['the others', 'the viewer', 'all']) {
    for (const viewer of users.slice(0, 12)) {
      const others = users.filter((user) => user !== viewer)
      /** The users who fit when each page is read. */
      const fittingAt = [fitting(viewer)]
      const pages = await readAll(viewer, { scope: 'discover', limit: 2 }, async () => {
        if (changes !== 'the viewer') for (let i = 0; i < 3; i++) await preferSome(random.pick(others))
        if (changes !== 'the others') await preferSome(viewer)
        fittingAt.push(fitting(viewer))
      })
      const of = `user ${viewer.id}, ${changes} change`
      for (const [i, page] of pages.entries())
        for (const { id } of page) expect(fittingAt[i], `page ${i} of ${of}`).toContain(id)
      const seen = pages.flat().map(({ id }) => id)
      expect(new Set(seen).size, of).toBe(seen.length)
      const always = fittingAt.slice(0, pages.length).reduce((ids, now) => ids.filter((id) => now.includes(id)))
      expect(seen, of).toEqual(expect.arrayContaining(always))
    }
  }
})
