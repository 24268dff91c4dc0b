import { getDiscoveryAlerts, getDiscoveryHints, getDiscoveryPreferences } from '@zing/proto/http/discovery'
import { getProfile, listBlockedPeople, listMatches, listNotifications, listUsers } from '@zing/proto/http/social'
import type { Account, Reply } from './account.ts'
import { nextOf, normalize, type Roles } from './normalize.ts'
import type { Pair } from './observers.ts'
import type { Twins } from './twins.ts'

const PAGE = 8
const PAGES_MAX = 100

type Step = (roles: Roles) => Promise<Reply[]>

/** A step of both observers: what they saw, as comparable texts, and how long it took. */
export interface Learned {
  step: string
  seen: [string, string]
  ms: [number, number]
}

/** Everything that an account sees without meeting the twin. */
export const STEPS: Record<string, Step> = {
  feed: ({ me }) => pagesOf(me, 'discover'),
  'all people': ({ me }) => pagesOf(me, 'all'),
  profile: async ({ me, twin }) => [await me.call(getProfile, { params: { id: twin.id } })],
  hints: async ({ me }) => [await me.call(getDiscoveryHints)],
  'own preferences': async ({ me }) => [await me.call(getDiscoveryPreferences)],
  'alerts wanted': async ({ me }) => [await me.call(getDiscoveryAlerts)],
  notifications: async ({ me }) => [await me.call(listNotifications)],
  matches: async ({ me }) => [await me.call(listMatches)],
  'blocked people': async ({ me }) => [await me.call(listBlockedPeople)],
}

/** Reads all pages; their sizes and ends are part of what is seen. */
export async function pagesOf(me: Account, scope: 'all' | 'discover' | 'liked'): Promise<Reply[]> {
  const pages: Reply[] = []
  let cursor: string | undefined
  do {
    const page = await me.call(listUsers, { query: { scope, limit: PAGE, cursor } })
    pages.push(page)
    cursor = /[?&]cursor=([^&>]+)/.exec(page.link ?? '')?.[1]
  } while (cursor && pages.length < PAGES_MAX)
  return pages
}

/** The roles for each observer of a pair: one looks at the plain twin, the other at the lived one. */
export function rolesOf([one, two]: Pair, { plain, lived }: Twins, decoyIds: ReadonlySet<number>): [Roles, Roles] {
  return [
    { me: one, twin: plain, other: lived, decoyIds },
    { me: two, twin: lived, other: plain, decoyIds },
  ]
}

/** Lets both observers do each step, one right after the other and taking turns at the beginning. */
export async function learn(roles: [Roles, Roles], steps: Record<string, Step>, turn: number): Promise<Learned[]> {
  const learned: Learned[] = []
  for (const [index, [step, take]] of Object.entries(steps).entries()) {
    const seen: [string, string] = ['', '']
    const ms: [number, number] = [0, 0]
    for (const which of (turn + index) % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const replies = await take(roles[which])
      seen[which] = textOf(replies, roles[which])
      ms[which] = replies.reduce((sum, reply) => sum + reply.ms, 0)
    }
    learned.push({ step, seen, ms })
  }
  return learned
}

export function textOf(replies: Reply[], roles: Roles): string {
  return replies
    .map(({ status, body, link }) => `${status} ${normalize(body, roles)} next: ${nextOf(link, roles)}`)
    .join('\n')
}
