import { setDiscoveryAlerts } from '@zing/proto/http/discovery'
import { MAX_DISTANCES_KM } from '@zing/proto/places/place'
import type { DiscoveryPreferences } from '@zing/proto/profiles/discovery'
import type { Random } from '../../random.ts'
import { type Account, demand, hide, type Person, signUp } from './account.ts'
import { prefer, TWIN_AGE } from './twins.ts'

/** Cologne and towns around it, then towns far away and on other continents. */
const NEAR = ['2886242', '2946447', '2934246', '2832521', '2792413', '2751283']
const FAR = ['2198148', '4035413', '2127202', '2729907', '2267057', '360630', '1850147', '5128581']
const REGIONS = ['DE.07', 'DE.02', 'BE.WAL', 'NL.05', 'FJ.01']
const COUNTRIES = ['DE', 'BE', 'NL', 'FJ', 'PT']
const PLACES = [[], ['DE.07'], ['DE'], ['FJ.01', 'PT'], ['BE', 'NL']]

/** Two accounts that differ in nothing. One looks at the plain twin, the other at the twin who has lived elsewhere. */
export type Pair = [Account, Account]

/** Other members, whom feeds, counts and hints contain besides the twins. */
export async function signUpDecoys(url: string): Promise<Account[]> {
  const decoys: Account[] = []
  for (const placeId of [...NEAR, 'DE.07', 'DE', 'FJ', '2198148', null, null]) {
    for (const age of [TWIN_AGE, TWIN_AGE + 2]) decoys.push(await signUp(url, { name: 'Decoy', age, placeId }))
  }
  for (const [index, one] of decoys.entries()) {
    if (index % 4 === 0) await prefer(one, { ageMin: 20 })
  }
  return decoys
}

/** Any place with any filter that it allows. Hidden, so that the accounts do not see each other. */
export async function signUpPair(url: string, random: Random): Promise<Pair> {
  const placeId = random.pick([...NEAR, ...NEAR, ...FAR, ...REGIONS, ...COUNTRIES, null])
  const person = { name: 'Observer', age: random.integer(20, 40), placeId }
  const wish = { ...wishOf(placeId, random), ...random.pick(AGES) }
  return [await observer(url, person, wish), await observer(url, person, wish)]
}

const ANY_AGE = { ageMin: null, ageMax: null }
const AGES = [ANY_AGE, ANY_AGE, { ageMin: TWIN_AGE, ageMax: TWIN_AGE }, { ageMin: TWIN_AGE + 1, ageMax: TWIN_AGE + 5 }]

async function observer(url: string, person: Person, wish: Partial<DiscoveryPreferences>): Promise<Account> {
  const account = await signUp(url, person)
  await hide(account, true)
  await prefer(account, wish)
  return account
}

/** One filters by what one shows oneself. */
function wishOf(placeId: string | null, random: Random) {
  const isTown = placeId !== null && /^\d/.test(placeId)
  const isFine = isTown || placeId?.includes('.')
  const places = placeId === null ? [] : random.pick(PLACES).filter((id) => isFine || !id.includes('.'))
  return { maxDistanceKm: isTown ? random.pick([null, ...MAX_DISTANCES_KM]) : null, places }
}

export async function wantAlerts(account: Account): Promise<void> {
  demand(await account.call(setDiscoveryAlerts, { body: { enabled: true } }))
}
