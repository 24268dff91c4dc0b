import { getUser, login, logout, registerUser, updateUser } from '@zing/proto/http/auth'
import { listConversations, readMessages } from '@zing/proto/http/chat'
import { likeUser, listMatches, listNotifications, listUsers, unlikeUser } from '@zing/proto/http/social'
import { check } from 'k6'
import exec from 'k6/execution'
import type { Options } from 'k6/options'
import { pairsOf, shareOf, type User } from '../shared/fixture.ts'
import { allFinish, durations, METRICS, NO_ERRORS, NO_MESSAGE_LOST } from '../shared/thresholds.ts'
import { sendAtRate } from './support/at-rate.ts'
import { call, callAll, ignoreFailures } from './support/call.ts'
import { type Conversation, createConversation } from './support/conversation.ts'
import { finish } from './support/finish.ts'
import { pairs, plan, singles, users } from './support/fixture.ts'
import { openReconnectingSocket } from './support/reconnecting-socket.ts'
import { cookieOf, freshUsername } from './support/session.ts'

// All kinds of load at once: chats over reconnecting sockets, app starts, likes, sign-ups. Long enough for a restart of
// every process (`--roll`). `rate` is messages per second.
const VUS = 10
const CHECK_MS = 60_000
const RAMP_UP_MS = 10_000
const singlePairs = pairsOf(singles)
const duration = `${plan.seconds}s`

export const options: Options = {
  scenarios: {
    chats: {
      exec: 'chats',
      executor: 'per-vu-iterations',
      vus: VUS,
      iterations: 1,
      maxDuration: `${plan.seconds * 1_000 + CHECK_MS}ms`,
    },
    appStarts: { exec: 'appStarts', ...constantRate(Math.ceil(plan.rate / 8), 20) },
    likes: { exec: 'likes', ...constantRate(Math.ceil(plan.rate / 20), singlePairs.length) },
    signUps: { exec: 'signUps', ...constantRate(Math.ceil(plan.rate / 40), 10) },
  },
  thresholds: {
    ...NO_ERRORS,
    ...NO_MESSAGE_LOST,
    ...allFinish(VUS),
    [METRICS.sendAccepted]: ['p(95)<=100'],
    ...durations(listUsers, ['p(95)<=150']),
    ...durations(likeUser, ['p(95)<=150']),
    ...durations(listConversations, ['p(95)<=150']),
    ...durations(login, ['p(95)<=500']),
    dropped_iterations: ['count==0'],
  },
}

function constantRate(rate: number, vus: number) {
  const executor = 'constant-arrival-rate' as const
  return { executor, rate, duration, preAllocatedVUs: vus, maxVUs: vus, gracefulStop: '30s' }
}

export async function chats(): Promise<void> {
  const ownPairs = shareOf(pairs, exec.scenario.iterationInTest, VUS)
  const conversations = ownPairs.map((pair) => ({ pair, conversation: createConversation(pair) }))
  const sockets = conversations.flatMap(({ pair, conversation }) =>
    pair.map((user) =>
      openReconnectingSocket(user, {
        onFrame: conversation.frameHandler(user),
        onOpen: (socket) => conversation.useSocket(user, socket),
        connectAfterMs: Math.random() * RAMP_UP_MS, // reconnect-storm covers simultaneous connects
        refetch: () => ignoreFailures(call(user.cookie, listConversations)),
      }),
    ),
  )
  const times = { from: Date.now(), until: exec.scenario.startTime + plan.seconds * 1_000 }
  await Promise.all(
    conversations.map(({ pair, conversation }) => sendAtRate(times, () => sendAndRead(conversation, pair))),
  )
  await Promise.all(sockets.map((socket) => socket.stop()))
  for (const { conversation } of conversations) await conversation.verifyStored()
  finish()
}

async function sendAndRead(conversation: Conversation, [ann, ben]: [User, User]): Promise<void> {
  await conversation.sendNext()
  if (Math.random() < 0.2) await ignoreFailures(call(ben.cookie, readMessages, { params: { id: ann.id } }))
}

export async function appStarts(): Promise<void> {
  const me = users[exec.scenario.iterationInTest % users.length]
  if (!me) return
  const [{ body: account }, { body: page }] = await callAll([
    call(me.cookie, getUser),
    call(me.cookie, listUsers, { query: 'scope=discover' }),
    call(me.cookie, listMatches),
    call(me.cookie, listConversations),
    call(me.cookie, listNotifications),
  ])
  check(null, {
    'the account is that of the session': () => account.id === me.id,
    'the viewer is not in their own feed': () => page.every(({ id }) => id !== me.id),
  })
}

export async function likes(): Promise<void> {
  const pair = singlePairs[exec.scenario.iterationInTest % singlePairs.length]
  if (!pair) return
  const [ann, ben] = pair
  await call(ann.cookie, likeUser, { body: { likedId: ben.id } })
  const { body: likeBack } = await call(ben.cookie, likeUser, { body: { likedId: ann.id } })
  const { body: matches } = await call(ann.cookie, listMatches)
  check(null, {
    'a mutual like is a match': () => likeBack.isMatch,
    'the match is listed once': () => matches.filter(({ id }) => id === ben.id).length === 1,
  })
  await call(ann.cookie, unlikeUser, { params: { userId: ben.id } })
  await call(ben.cookie, unlikeUser, { params: { userId: ann.id } })
}

export async function signUps(): Promise<void> {
  const [username, password] = [freshUsername(), 'correct horse']
  const details = { name: 'Load Test', age: 30, gender: 'other', orientation: 'other', username, password }
  const { body: user } = await call('', registerUser, { body: details })
  const cookie = cookieOf(await call('', login, { body: { username, password } }))
  const { body: updated } = await call(cookie, updateUser, { body: { age: 31 } })
  check(updated, { 'the profile is updated': ({ id, age }) => id === user.id && age === 31 })
  await call(cookie, logout)
}
