import { expect, test } from 'vitest'
import { checkNewcomers } from './check-newcomers.ts'
import type { Act, Newcomer } from './newcomers.ts'
import type { Observed, View } from './read-newcomers.ts'

const RESET = { from: 1_000, to: 2_000 }
const [EARLY, DURING, ANN, BEN] = [1, 2, 3, 4]

function newcomer(id: number, at: number): Newcomer {
  const username = `newcomer${id}`
  return { username, from: at, to: at + 50, person: { id, username, cookie: '' } }
}
const newcomers = [newcomer(EARLY, 500), newcomer(DURING, 1_500), newcomer(ANN, 2_500), newcomer(BEN, 2_600)]
const like = (by: number, to: number): Act => ({ kind: 'like', by, to, outcome: 'ok', messageId: null })
const acts: Act[] = [
  like(ANN, BEN),
  like(BEN, ANN),
  { kind: 'message', by: BEN, to: ANN, outcome: 'ok', messageId: 70 },
  like(EARLY, DURING),
]

function view(id: number, partner: number): View {
  const notifications = [{ type: 'MATCH', about: partner }]
  return { id, matches: [partner], conversations: [partner], messages: new Map([[partner, [70]]]), notifications }
}
function observed(change: Partial<Observed> = {}): Observed {
  const statuses: [number, number][] = [
    [EARLY, 401],
    [DURING, 401],
    [ANN, 200],
    [BEN, 200],
  ]
  return {
    accounts: new Map(statuses),
    feed: [ANN],
    views: [view(ANN, BEN), view(BEN, ANN)],
    totals: { totalUsers: 2, totalMatches: 1, totalLikes: 2 },
    ...change,
  }
}
function check(change: Partial<Observed> = {}): string[] {
  return checkNewcomers({ newcomers, acts, reset: RESET }, observed(change), BEN).map(({ text }) => text)
}
function withAccount(id: number, status: number): Map<number, number> {
  return new Map([...observed().accounts, [id, status]])
}

test('when each newcomer is in every service or in none, nothing is violated', () => {
  expect(check()).toEqual([])
  const alone = { id: DURING, matches: [], conversations: [], messages: new Map(), notifications: [] }
  const totals = { totalUsers: 3, totalMatches: 1, totalLikes: 2 }
  const views = [...observed().views, alone]
  expect(check({ accounts: withAccount(DURING, 200), feed: [ANN, DURING], views, totals })).toEqual([])
})

test.each<[string, Partial<Observed>]>([
  ['a user of before the reset who is back', { accounts: withAccount(EARLY, 200) }],
  ['a user of after the reset who is gone', { accounts: withAccount(ANN, 401) }],
  ['an account that cannot be told', { accounts: withAccount(DURING, 500) }],
  ['a user of before in the feed', { feed: [ANN, EARLY] }],
  ['a user who is missing from the feed', { feed: [] }],
  ['a match that is lost', { views: [{ ...view(ANN, BEN), matches: [] }, view(BEN, ANN)] }],
  [
    'a conversation with a user of before',
    { views: [{ ...view(ANN, BEN), conversations: [BEN, EARLY] }, view(BEN, ANN)] },
  ],
  ['a message that is lost', { views: [{ ...view(ANN, BEN), messages: new Map() }, view(BEN, ANN)] }],
  [
    'a notification that came twice',
    {
      views: [
        { ...view(ANN, BEN), notifications: [...view(ANN, BEN).notifications, ...view(ANN, BEN).notifications] },
        view(BEN, ANN),
      ],
    },
  ],
  ['a user too many in the totals', { totals: { totalUsers: 3, totalMatches: 1, totalLikes: 2 } }],
  ['a match too many in the totals', { totals: { totalUsers: 2, totalMatches: 2, totalLikes: 2 } }],
  ['a like too many in the totals', { totals: { totalUsers: 2, totalMatches: 1, totalLikes: 3 } }],
])('INV-12 %s is found', (_what, change) => {
  expect(check(change)).not.toEqual([])
})

test('when a like has an unknown outcome, a match may exist', () => {
  const unknown = acts.map((act): Act => (act.by === ANN ? { ...act, outcome: 'unknown' } : act))
  const find = (change: Partial<Observed>) =>
    checkNewcomers({ newcomers, acts: unknown, reset: RESET }, observed(change), BEN)
  expect(find({})).toEqual([])
  const none = [ANN, BEN].map((id) => ({ ...view(id, 0), matches: [], conversations: [], notifications: [] }))
  const without = none.map((one) => ({ ...one, messages: new Map([[one.id === ANN ? BEN : ANN, [70]]]) }))
  expect(find({ views: without, totals: { totalUsers: 2, totalMatches: 0, totalLikes: 1 } })).toEqual([])
})
