import { blockUser } from '@zing/proto/http/chat'
import type { Product } from '../../product/product.ts'
import { createRandom } from '../../random.ts'
import { demand, hide, signUp, untilSeen } from './account.ts'
import { type Alerted, learnAlerts } from './alerts.ts'
import { type Learned, learn, rolesOf, STEPS } from './learn.ts'
import { listen } from './listen.ts'
import { meet } from './meet.ts'
import { type Pair, signUpDecoys, signUpPair, wantAlerts } from './observers.ts'
import { CASES, signUpTwins, type Twins } from './twins.ts'

const SEED = 1
const AT_ONCE = 4
/** Pairs of each case that want alerts: all of them are told in one sweep. */
const ALERTED_PAIRS = 6
/** Half of the pairs meet the twin, in turns of who likes first. */
const BEGINNINGS = [null, 'observer', null, 'twin'] as const

export interface CaseResult {
  name: string
  pairs: number
  learned: Learned[]
}

type Log = (line: string) => void

/**
 * Compares what accounts anywhere, with any filter, learn of two members who show one card and have lived differently.
 * Each account blocks one of them, so that it sees the other alone.
 */
export async function attackPlaces(product: Product, accounts: number, log: Log): Promise<CaseResult[]> {
  const random = createRandom(SEED)
  const { url } = product
  const stranger = await signUp(url, { name: 'Stranger', age: 40, placeId: null })
  await hide(stranger, true)
  const decoyIds = new Set((await signUpDecoys(url)).map(({ id }) => id))
  const pairsOfCase = AT_ONCE * Math.ceil(accounts / 2 / CASES.length / AT_ONCE)
  const results: CaseResult[] = []
  const alerted: Alerted[] = []
  for (const [index, card] of CASES.entries()) {
    log(`Signing up ${pairsOfCase * 2} accounts for twins who show ${card.name} ...`)
    const pairs: Pair[] = []
    while (pairs.length < pairsOfCase)
      pairs.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => signUpPair(url, random)))))
    const alertedPairs = pairs.filter((_, at) => BEGINNINGS[at % BEGINNINGS.length] === null).slice(0, ALERTED_PAIRS)
    for (const account of alertedPairs.flat()) await wantAlerts(account)
    const twins = await signUpTwins(url, stranger, card, index % 2 === 0)
    alerted.push({ twins, pairs: alertedPairs })
    log('Looking at them ...')
    results.push({ name: card.name, pairs: pairs.length, learned: await learnAll(pairs, twins, decoyIds) })
    for (const twin of [twins.plain, twins.lived]) {
      await hide(twin, true)
      await untilSeen(stranger, twin, null)
    }
  }
  log('Waiting for alerts, a day later ...')
  const alerts = await learnAlerts(product, alerted, decoyIds)
  return [...results, { name: 'each of these, by alerts', pairs: alerts.length, learned: alerts }]
}

async function learnAll(pairs: Pair[], twins: Twins, decoyIds: ReadonlySet<number>): Promise<Learned[]> {
  const learned: Learned[] = []
  const ears = [await listen(twins.plain), await listen(twins.lived)] as const
  for (const [at, pair] of pairs.entries()) {
    const roles = rolesOf(pair, twins, decoyIds)
    for (const { me, other } of roles) {
      demand(await me.call(blockUser, { body: { blockedUserId: other.id } }))
      await untilSeen(me, other, null)
    }
    learned.push(...(await learn(roles, STEPS, Math.floor(at / BEGINNINGS.length))))
    const beginning = BEGINNINGS[at % BEGINNINGS.length]
    if (!beginning) continue
    const seen = [await meet(roles[0], ears[0], beginning), await meet(roles[1], ears[1], beginning)] as const
    for (const [step, text] of seen[0]) learned.push({ step, seen: [text, seen[1].get(step) ?? ''], ms: [0, 0] })
  }
  for (const ear of ears) ear.close()
  return learned
}
