import { getDiscoveryPreferences, setDiscoveryPreferences } from '@zing/proto/http/discovery'
import { getProfile } from '@zing/proto/http/social'
import { type DiscoveryPreferences, NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { type Account, demand, hide, move, signUp, until, untilSeen } from './account.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const [COLOGNE, BONN, SUVA, LONGYEARBYEN] = ['2886242', '2946447', '2198148', '2729907']
export const TWIN_AGE = 30

/** A card that both twins show, and preferences that both have. */
export interface Case {
  name: string
  /** The home of the twin who has lived nowhere else; null for none. */
  home: string | null
  trip?: string
  /** Null: the plain twin has never set any, and the other one has lost them with the place. */
  preferences: Partial<DiscoveryPreferences> | null
}

export const CASES: Case[] = [
  { name: 'a town', home: COLOGNE, preferences: { maxDistanceKm: 100, places: ['BE'] } },
  { name: 'a town and choose by none', home: COLOGNE, preferences: null },
  { name: 'a region', home: 'DE.07', preferences: { maxDistanceKm: null, places: ['DE', 'NL.05'] } },
  { name: 'a trip', home: BONN, trip: COLOGNE, preferences: null },
  { name: 'nothing', home: null, preferences: null },
]

export interface Twins {
  plain: Account
  lived: Account
}

/** Signs up two members with one card, next to each other. `isLivedFirst` alternates which of them is older. */
export async function signUpTwins(url: string, stranger: Account, card: Case, isLivedFirst: boolean): Promise<Twins> {
  const asPlain = () => twin(url, card.home)
  const asLived = () => twin(url, SUVA)
  const first = await (isLivedFirst ? asLived : asPlain)()
  const second = await (isLivedFirst ? asPlain : asLived)()
  const [plain, lived] = isLivedFirst ? [second, first] : [first, second]
  if (card.trip) await travel(plain, card.trip)
  await live(lived, stranger, card)
  await until('both show the same card', async () => {
    const [one, other] = [await cardOf(stranger, plain), await cardOf(stranger, lived)]
    return one === other && one.includes('visiting') === Boolean(card.trip)
  })
  for (const one of [plain, lived]) {
    if (card.preferences) await prefer(one, card.preferences)
  }
  if ((await wishOf(plain)) !== (await wishOf(lived))) throw new Error('the twins choose others by different places')
  return { plain, lived }
}

const twin = (url: string, placeId: string | null) => signUp(url, { name: 'Twin', age: TWIN_AGE, placeId })

/** Lives elsewhere with filters, travels, loses the filters with the place, hides, and comes to the card of the case. */
async function live(lived: Account, stranger: Account, { home, trip }: Case): Promise<void> {
  await untilSeen(stranger, lived, { place: 'Suva' })
  await prefer(lived, { maxDistanceKm: 50, places: ['FJ.01'] })
  await travel(lived, LONGYEARBYEN)
  await untilSeen(stranger, lived, { place: 'Longyearbyen', visiting: true })
  await move(lived, { trip: null })
  await untilSeen(stranger, lived, { place: 'Suva' })
  await move(lived, { placeId: 'DE' }) // a country drops the filters
  await untilSeen(stranger, lived, { place: 'Germany' })
  await hide(lived, true)
  await untilSeen(stranger, lived, null)
  await hide(lived, false)
  await untilSeen(stranger, lived, { place: 'Germany' })
  if (trip) return travel(lived, trip)
  await move(lived, { placeId: home })
}

async function travel(account: Account, placeId: string): Promise<void> {
  await move(account, { trip: { placeId, until: new Date(Date.now() + 10 * DAY_MS).toISOString() } })
}

async function wishOf(one: Account): Promise<string> {
  const { maxDistanceKm, places } = demand(await one.call(getDiscoveryPreferences))
  return JSON.stringify({ maxDistanceKm, places })
}

async function cardOf(stranger: Account, { id }: Account): Promise<string> {
  const { place, placeKind, visiting } = demand(await stranger.call(getProfile, { params: { id } }))
  return JSON.stringify({ place, placeKind, visiting })
}

export async function prefer(account: Account, wanted: Partial<DiscoveryPreferences>): Promise<void> {
  demand(await account.call(setDiscoveryPreferences, { body: { ...NO_PREFERENCES, ...wanted } }))
}
