import type { Dashboard } from '@zing/proto/community/dashboard'
import { expect, test } from 'vitest'
import { COUNTED_AT, calmDashboard } from '../../../test/dashboard.ts'
import { adviseOn, toDo } from './advice.ts'
import { TOPICS } from './advice-parts.ts'

const now = Date.parse(COUNTED_AT)
const { signUps, meetings, talks, workload } = calmDashboard()
if (!signUps || !meetings || !talks || !workload) throw new Error('the calm dashboard has all parts')

/** The things to do, as "urgency topic: text". */
function listed(more: Partial<Dashboard>): string[] {
  return toDo(adviseOn(calmDashboard(more), now)).map(({ urgency, topic, text }) => `${urgency} ${topic}: ${text}`)
}

test('every number has a sentence and a link; a calm community has nothing to do (10.dashboard.advice)', () => {
  const advice = adviseOn(calmDashboard(), now)
  expect(Object.keys(advice)).toEqual([...TOPICS])
  for (const { text, link } of Object.values(advice)) expect([text, link.to, link.label]).not.toContain('')
  expect(listed({})).toEqual([])
})

test.each<[string, Partial<Dashboard>, string]>([
  [
    'cases without moderators',
    { workload: { ...workload, openCases: 1, activeModerators: 0 } },
    '3 moderation: 1 case waits, and nobody has moderated',
  ],
  [
    'a case of a day',
    { workload: { ...workload, oldestCaseHours: 24 } },
    '2 moderation: The oldest case has waited for 24 hours',
  ],
  [
    'a case of three days',
    { workload: { ...workload, oldestCaseHours: 72 } },
    '3 moderation: The oldest case has waited for 3 days',
  ],
  [
    'too many reports',
    { workload: { ...workload, reports: 101 } },
    '1 moderation: Each active moderator has 51 reports',
  ],
  [
    'many photos',
    { talks: { ...talks, media: { bytes: 25_000_000_000, senders: 900 } } },
    '1 storage: Photos and voice messages take 25,000 MB',
  ],
  ['no backup', { backup: null }, '3 backup: No backup is known'],
  ['a backup of two days', { backup: { at: '2026-03-27T11:00:00.000Z' } }, '2 backup: The last backup is 2 days old'],
  [
    'many sign-ups',
    { signUps: { ...signUps, lastHour: 60, usualHour: 12 } },
    '3 hour: 60 people signed up in the last full hour, usually about 12',
  ],
  [
    'a first busy hour',
    { signUps: { ...signUps, lastHour: 10, usualHour: null } },
    '2 hour: 10 people signed up in the last full hour, usually hardly anyone',
  ],
  [
    'empty feeds',
    { meetings: { ...meetings, emptyFeed: { asked: 400, empty: 100 } } },
    '2 emptyFeed: 25% of the active members see nobody',
  ],
  ['few photos', { signUps: { ...signUps, withPhoto: 100 } }, '1 funnel: Only 24% of the newcomers have a photo'],
  ['few replies', { talks: { ...talks, replied: 20 } }, '1 funnel: Only 21% of those who write get a reply'],
  ['slow matches', { meetings: { ...meetings, hoursToMatch: 96 } }, '1 speed: Half of the newcomers wait 4 days'],
  [
    'few who stay',
    { meetings: { ...meetings, after28Days: { members: 100, stayed: null } } },
    '1 active: Hardly anyone is still here',
  ],
  [
    'a group that is wanted',
    { meetings: { ...meetings, balance: [{ gender: 'female', ageFrom: 60, ageTo: null, members: 10, seekers: 100 }] } },
    '2 balance: Women 60 and older: there are 10, and 100 look for them',
  ],
])('for %s it says what to do', (_what, more, expected) => {
  const list = listed(more)
  expect(list).toHaveLength(1)
  expect(list[0]).toContain(expected)
})

test('just below each threshold there is nothing to do', () => {
  expect(
    listed({
      workload: { ...workload, oldestCaseHours: 23, reports: 100 },
      backup: { at: '2026-03-28T01:00:00.000Z' },
      signUps: { ...signUps, lastHour: 59, usualHour: 12, withPhoto: 252 },
      meetings: { ...meetings, emptyFeed: { asked: 400, empty: 39 }, hoursToMatch: 72 },
    }),
  ).toEqual([])
})

test('the most urgent comes first', () => {
  const urgent = { workload: { ...workload, oldestCaseHours: 30 }, backup: null, talks: { ...talks, replied: 20 } }
  expect(listed(urgent).map((one) => one.split(':')[0])).toEqual(['3 backup', '2 moderation', '1 funnel'])
})

test('hidden numbers and missing parts ask for nothing but a backup', () => {
  const parts = { signUps: null, meetings: null, talks: null, workload: null, backup: null }
  expect(listed(parts).map((one) => one.split(':')[0])).toEqual(['3 backup'])
  const hidden = { ...signUps, members: null, withPhoto: null, sources: [], otherSources: null, lastHour: null }
  const nobody = { members: null, stayed: null }
  const few = {
    ...meetings,
    liked: null,
    matched: null,
    hoursToMatch: null,
    active: null,
    emptyFeed: null,
    balance: [],
  }
  const small = { signUps: hidden, meetings: { ...few, after7Days: nobody, after28Days: nobody } }
  expect(listed(small).map((one) => one.split(':')[0])).toEqual(['1 sources'])
})
