import { listMessages } from '@zing/proto/http/chat'
import { check } from 'k6'
import exec from 'k6/execution'
import type { Options } from 'k6/options'
import { type Pair, type Person, shareOf } from '../shared/fixture.ts'
import { allFinish, BACK_IN_TIME, durations, NO_ERRORS, NO_MESSAGE_LOST } from '../shared/thresholds.ts'
import { call } from './support/call.ts'
import { finish } from './support/finish.ts'
import { pairs, plan } from './support/fixture.ts'
import { openSocket, type Socket } from './support/socket.ts'
import { createTalk, type Talk } from './support/talk.ts'
import { pause, waitUntil } from './support/wait.ts'

// Again and again everybody's connection is gone, all are written to meanwhile, and all come back in one instant, without
// the jitter of our client: first subscribe, then fetch.
const USERS = 10
const GET_READY_MS = 10_000
const ROUND_MS = 10_000
const AWAY_MS = 4_000
const PUSH_MS = 3_000
const CHECK_MS = 60_000
const rounds = Math.max(1, Math.floor((plan.seconds * 1_000) / ROUND_MS))

export const options: Options = {
  scenarios: {
    storm: {
      executor: 'per-vu-iterations',
      vus: USERS,
      iterations: 1,
      maxDuration: `${GET_READY_MS + rounds * ROUND_MS + CHECK_MS}ms`,
    },
  },
  thresholds: {
    ...NO_ERRORS,
    ...NO_MESSAGE_LOST,
    ...allFinish(USERS),
    ...BACK_IN_TIME,
    ...durations(listMessages, ['p(95)<=1000']),
  },
}

interface Visitor {
  person: Person
  partner: Person
  talk: Talk
  socket: Socket | null
  /** How far this one has read. */
  seq: number
  frames: number
}

export default async function storm(): Promise<void> {
  const talks = shareOf(pairs, exec.vu.idInTest - 1, USERS).map((pair) => ({ pair, talk: createTalk(pair) }))
  const visitors = talks.flatMap(({ pair, talk }) => visitorsOf(pair, talk))
  for (let round = 0; round < rounds; round++) {
    const beginsAt = exec.scenario.startTime + GET_READY_MS + round * ROUND_MS
    await pause(beginsAt - Date.now())
    for (const visitor of visitors) leave(visitor)
    await Promise.all(talks.map(({ talk }) => sayEach(talk)))
    check(null, { 'everybody is written to while away': () => Date.now() < beginsAt + AWAY_MS })

    await pause(beginsAt + AWAY_MS - Date.now())
    await Promise.all(visitors.map(comeBack))
    await Promise.all(talks.map(({ talk }) => sayEach(talk)))
    await waitUntil(() => visitors.every(({ frames }) => frames === 1), PUSH_MS)
    for (const { frames } of visitors) check(frames, { 'a message after the storm is pushed, once': (n) => n === 1 })
    for (const visitor of visitors) visitor.seq += 1 // that one
  }
  for (const visitor of visitors) leave(visitor)
  for (const { talk } of talks) await talk.judgeKept()
  finish()
}

function visitorsOf(pair: Pair, talk: Talk): Visitor[] {
  const [ann, ben] = pair
  const fresh = { talk, socket: null, seq: 0, frames: 0 }
  return [
    { ...fresh, person: ann, partner: ben },
    { ...fresh, person: ben, partner: ann },
  ]
}

async function sayEach(talk: Talk): Promise<void> {
  await talk.say()
  await talk.say()
}

function leave(visitor: Visitor): void {
  visitor.socket?.close()
  visitor.socket = null
  visitor.frames = 0
}

async function comeBack(visitor: Visitor): Promise<void> {
  const { person, partner, talk } = visitor
  const hear = talk.listener(person)
  visitor.socket = await openSocket(person, (frame) => {
    if (frame.type === 'NEW_MESSAGE') visitor.frames += 1
    hear(frame)
  })
  check(visitor.socket, { 'the socket is back': (socket) => socket !== null })
  const { body } = await call(person.cookie, listMessages, {
    params: { id: partner.id },
    query: `after=${visitor.seq}`,
  })
  check(body, { 'what was written meanwhile is there': (messages) => messages.length >= 2 })
  visitor.seq = body.at(-1)?.seq ?? visitor.seq
}
