import { setTimeout as pause } from 'node:timers/promises'
import { blockUser } from '@zing/proto/http/chat'
import { getProfile, listBlockedPeople, listNotifications } from '@zing/proto/http/social'
import { isServer } from '../../product/member.ts'
import type { Product } from '../../product/product.ts'
import { type Account, demand, hide, until } from './account.ts'
import { type Learned, rolesOf, textOf } from './learn.ts'
import type { Pair } from './observers.ts'
import type { Twins } from './twins.ts'

/** The latest time of a first alert is 32 hours after an account wants it. */
const LATER_MS = 33 * 60 * 60 * 1_000
const ALERTED_WITHIN_MS = 180_000
const SWEEPS_MS = 30_000

/** Pairs that want alerts, each about the twins of one case. */
export interface Alerted {
  twins: Twins
  pairs: Pair[]
}

/** Starts the product 33 hours later, when alerts are due, and compares who was told of new people. */
export async function learnAlerts(
  { members }: Product,
  groups: Alerted[],
  decoyIds: ReadonlySet<number>,
): Promise<Learned[]> {
  const allTwins = groups.flatMap(({ twins }) => [twins.plain, twins.lived])
  for (const { twins, pairs } of groups) {
    const others = allTwins.filter((one) => one !== twins.plain && one !== twins.lived)
    for (const account of pairs.flat()) await blockAll(account, others)
  }
  for (const one of allTwins) await hide(one, false)
  const roles = groups.flatMap(({ twins, pairs }) => pairs.map((pair) => rolesOf(pair, twins, decoyIds)))
  for (const { me, twin } of roles.flat()) await until('the twin is back', () => isSeen(me, twin))

  const own = members.filter(({ kind }) => !isServer(kind))
  await Promise.all(own.map((member) => member.end('SIGTERM')))
  await Promise.all(own.map((member) => member.start({ FAULTS_CLOCK_SKEW_MS: String(LATER_MS) })))
  const alerts = () => Promise.all(roles.flat().map(({ me }) => alertsOf(me)))
  await until(
    'somebody gets an alert',
    async () => (await alerts()).some(({ body }) => body.length > 0),
    ALERTED_WITHIN_MS,
  )
  await pause(SWEEPS_MS) // until everybody has been alerted, fifty at a time
  return Promise.all(
    roles.map(async ([one, two]) => ({
      step: 'alerts',
      seen: [textOf([await alertsOf(one.me)], one), textOf([await alertsOf(two.me)], two)],
      ms: [0, 0],
    })),
  )
}

async function blockAll(account: Account, others: Account[]): Promise<void> {
  for (const { id } of others) demand(await account.call(blockUser, { body: { blockedUserId: id } }))
  await until('social knows all blocks', async () => {
    const blocked = demand(await account.call(listBlockedPeople))
    return others.every((other) => blocked.some(({ id }) => id === other.id))
  })
}

async function isSeen(me: Account, { id }: Account): Promise<boolean> {
  return (await me.call(getProfile, { params: { id } })).status === 200
}

function alertsOf(me: Account) {
  return me.call(listNotifications, { query: { types: 'NEW_PEOPLE' } })
}
