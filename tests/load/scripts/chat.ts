import { sendMessage } from '@zing/proto/http/chat'
import { check } from 'k6'
import exec from 'k6/execution'
import type { Options } from 'k6/options'
import { type Pair, shareOf } from '../shared/fixture.ts'
import {
  allFinish,
  durations,
  EVERY_FRAME_ONCE,
  METRICS,
  NO_ERRORS,
  NO_MESSAGE_LOST,
  SEND_TO_SHOWN,
} from '../shared/thresholds.ts'
import { finish } from './support/finish.ts'
import { pairs, plan } from './support/fixture.ts'
import { openSockets } from './support/open-sockets.ts'
import { createTalk, type Talk } from './support/talk.ts'
import { pause, waitUntil } from './support/wait.ts'

// Pairs with a socket each side write to each other in turn. `rate` is messages a second, of all pairs together.
const USERS = 10 // one cannot keep up with all frames; one each would be 250 copies of this program
const CONNECT_MS = 15_000
const ARRIVE_MS = 5_000
const CHECK_MS = 60_000

export const options: Options = {
  scenarios: {
    chat: {
      executor: 'per-vu-iterations',
      vus: USERS,
      iterations: 1,
      maxDuration: `${CONNECT_MS + plan.seconds * 1_000 + ARRIVE_MS + CHECK_MS}ms`,
    },
  },
  thresholds: {
    ...NO_ERRORS,
    ...NO_MESSAGE_LOST,
    ...allFinish(USERS),
    ...EVERY_FRAME_ONCE,
    [METRICS.sendToFrame]: SEND_TO_SHOWN,
    ...durations(sendMessage, ['p(95)<=40']),
  },
}

export default async function chat(): Promise<void> {
  const mine = shareOf(pairs, exec.vu.idInTest - 1, USERS)
  const talks = mine.map(createTalk)
  const startAt = exec.scenario.startTime + CONNECT_MS
  const sockets = await openSockets(mine.flatMap((pair, index) => listeners(pair, talks[index])))
  check(sockets, {
    'every socket is connected in time': (open) => open.length === 2 * mine.length && Date.now() < startAt,
  })

  await Promise.all(talks.map((talk) => write(talk, startAt)))
  await waitUntil(() => talks.every((talk) => talk.hasHeardAll()), ARRIVE_MS)
  for (const talk of talks) {
    talk.judgeFrames()
    await talk.judgeKept()
  }
  for (const socket of sockets) socket.close()
  finish()
}

function listeners(pair: Pair, talk: Talk | undefined) {
  return pair.map((person) => ({ person, onFrame: talk?.listener(person) ?? (() => {}) }))
}

/** Each pair at its own moments, so that all together write evenly. */
async function write(talk: Talk, startAt: number): Promise<void> {
  const everyMs = (1_000 * pairs.length) / plan.rate
  const end = startAt + plan.seconds * 1_000
  for (let at = startAt + everyMs * Math.random(); Math.max(at, Date.now()) < end; at += everyMs) {
    await pause(at - Date.now())
    await talk.say()
  }
}
