import { getUser, login, logout, registerUser, updateUser } from '@zing/proto/http/auth'
import { getUnread, listConversations, readMessages, sendMessage } from '@zing/proto/http/chat'
import { likeUser, listMatches, listNotifications, listUsers, unlikeUser } from '@zing/proto/http/social'
import { check } from 'k6'
import exec from 'k6/execution'
import type { Options } from 'k6/options'
import { type Person, pairsOf, shareOf } from '../shared/fixture.ts'
import { allFinish, durations, NO_ERRORS, NO_MESSAGE_LOST } from '../shared/thresholds.ts'
import { attempt, call, together } from './support/call.ts'
import { finish } from './support/finish.ts'
import { pairs, people, plan, singles } from './support/fixture.ts'
import { keepSocket } from './support/kept-socket.ts'
import { cookieOf, freshUsername } from './support/session.ts'
import { createTalk, type Talk } from './support/talk.ts'
import { pause } from './support/wait.ts'

// Everything at once, for long enough to restart every process meanwhile (`--roll`): pairs that write with sockets that
// come back, people who open the app, who like each other, who sign up. `rate` is messages a second.
const USERS = 10
const CHECK_MS = 60_000
const ARRIVALS_MS = 10_000
const couples = pairsOf(singles)
const duration = `${plan.seconds}s`

export const options: Options = {
  scenarios: {
    talkers: {
      exec: 'talkers',
      executor: 'per-vu-iterations',
      vus: USERS,
      iterations: 1,
      maxDuration: `${plan.seconds * 1_000 + CHECK_MS}ms`,
    },
    visitors: { exec: 'visitors', ...evenly(Math.ceil(plan.rate / 8), 20) },
    likers: { exec: 'likers', ...evenly(Math.ceil(plan.rate / 20), couples.length) },
    newcomers: { exec: 'newcomers', ...evenly(Math.ceil(plan.rate / 40), 10) },
  },
  thresholds: {
    ...NO_ERRORS,
    ...NO_MESSAGE_LOST,
    ...allFinish(USERS),
    ...durations(sendMessage, ['p(95)<=100']),
    ...durations(listUsers, ['p(95)<=150']),
    ...durations(likeUser, ['p(95)<=150']),
    ...durations(listConversations, ['p(95)<=150']),
    ...durations(login, ['p(95)<=500']),
    dropped_iterations: ['count==0'],
  },
}

function evenly(rate: number, users: number) {
  const executor = 'constant-arrival-rate' as const
  return { executor, rate, duration, preAllocatedVUs: users, maxVUs: users, gracefulStop: '30s' }
}

export async function talkers(): Promise<void> {
  const mine = shareOf(pairs, exec.scenario.iterationInTest, USERS)
  const end = exec.scenario.startTime + plan.seconds * 1_000
  const talks = mine.map((pair) => ({ pair, talk: createTalk(pair) }))
  const sockets = talks.flatMap(({ pair, talk }) =>
    pair.map((person) =>
      keepSocket(person, {
        onFrame: talk.listener(person),
        comesAfterMs: Math.random() * ARRIVALS_MS, // all in one instant is what reconnect-storm is for
        refetch: () => attempt(call(person.cookie, getUnread), call(person.cookie, listConversations)),
      }),
    ),
  )
  await Promise.all(talks.map(({ pair, talk }) => write(talk, pair, end)))
  await Promise.all(sockets.map((socket) => socket.stop()))
  for (const { talk } of talks) await talk.judgeKept()
  finish()
}

async function write(talk: Talk, [ann, ben]: [Person, Person], end: number): Promise<void> {
  const everyMs = (1_000 * pairs.length) / plan.rate
  for (let at = Date.now() + everyMs * Math.random(); Math.max(at, Date.now()) < end; at += everyMs) {
    await pause(at - Date.now())
    await talk.say()
    if (Math.random() < 0.2) await attempt(call(ben.cookie, readMessages, { params: { id: ann.id } }))
  }
}

export async function visitors(): Promise<void> {
  const me = people[exec.scenario.iterationInTest % people.length]
  if (!me) return
  const [{ body: self }, { body: page }] = await together([
    call(me.cookie, getUser),
    call(me.cookie, listUsers, { query: 'scope=discover' }),
    call(me.cookie, listMatches),
    call(me.cookie, listConversations),
    call(me.cookie, listNotifications),
    call(me.cookie, getUnread),
  ])
  check(null, {
    'one is oneself': () => self.id === me.id,
    'one is not in the own feed': () => page.every(({ id }) => id !== me.id),
  })
}

export async function likers(): Promise<void> {
  const couple = couples[exec.scenario.iterationInTest % couples.length]
  if (!couple) return
  const [ann, ben] = couple
  await call(ann.cookie, likeUser, { body: { likedId: ben.id } })
  const { body: back } = await call(ben.cookie, likeUser, { body: { likedId: ann.id } })
  const { body: matches } = await call(ann.cookie, listMatches)
  check(null, {
    'a like back is a match': () => back.isMatch,
    'the match is listed once': () => matches.filter(({ id }) => id === ben.id).length === 1,
  })
  await call(ann.cookie, unlikeUser, { params: { userId: ben.id } })
  await call(ben.cookie, unlikeUser, { params: { userId: ann.id } })
}

export async function newcomers(): Promise<void> {
  const [username, password] = [freshUsername(), 'correct horse']
  const details = { name: 'Newcomer', age: 30, gender: 'other', orientation: 'other', username, password }
  const { body: user } = await call('', registerUser, { body: details })
  const cookie = cookieOf(await call('', login, { body: { username, password } }))
  const { body: older } = await call(cookie, updateUser, { body: { age: 31 } })
  check(older, { 'the profile is changed': ({ id, age }) => id === user.id && age === 31 })
  await call(cookie, logout)
}
