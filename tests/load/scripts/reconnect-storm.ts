import { listMessages } from '@zing/proto/http/chat'
import { check } from 'k6'
import exec from 'k6/execution'
import type { Options } from 'k6/options'
import { type Pair, shareOf, type User } from '../shared/fixture.ts'
import { allFinish, BACK_IN_TIME, durations, NO_ERRORS, NO_MESSAGE_LOST } from '../shared/thresholds.ts'
import { call } from './support/call.ts'
import { type Conversation, createConversation } from './support/conversation.ts'
import { finish } from './support/finish.ts'
import { pairs, plan } from './support/fixture.ts'
import { openSocket, type Socket } from './support/socket.ts'
import { pause, waitUntil } from './support/wait.ts'

// Repeatedly disconnects all users, sends messages to them, and reconnects them at the same time, without the web
// client's jitter. `rate` is not used.
const VUS = 10
const START_DELAY_MS = 10_000
const ROUND_MS = 10_000
const OFFLINE_MS = 4_000
const PUSH_MS = 3_000
const CHECK_MS = 60_000
const rounds = Math.max(1, Math.floor((plan.seconds * 1_000) / ROUND_MS))

export const options: Options = {
  scenarios: {
    storm: {
      executor: 'per-vu-iterations',
      vus: VUS,
      iterations: 1,
      maxDuration: `${START_DELAY_MS + rounds * ROUND_MS + CHECK_MS}ms`,
    },
  },
  thresholds: {
    ...NO_ERRORS,
    ...NO_MESSAGE_LOST,
    ...allFinish(VUS),
    ...BACK_IN_TIME,
    ...durations(listMessages, ['p(95)<=1000']),
  },
}

interface Participant {
  user: User
  partner: User
  conversation: Conversation
  socket: Socket | null
  seq: number
  frames: number
}

export default async function storm(): Promise<void> {
  const ownPairs = shareOf(pairs, exec.vu.idInTest - 1, VUS)
  const conversations = ownPairs.map((pair) => ({ pair, conversation: createConversation(pair) }))
  const participants = conversations.flatMap(({ pair, conversation }) => participantsOf(pair, conversation))
  for (let round = 0; round < rounds; round++) {
    const startsAt = exec.scenario.startTime + START_DELAY_MS + round * ROUND_MS
    await pause(startsAt - Date.now())
    for (const participant of participants) disconnect(participant)
    await Promise.all(conversations.map(({ conversation }) => sendBothWays(conversation)))
    check(null, { 'all messages are sent while the receivers are offline': () => Date.now() < startsAt + OFFLINE_MS })

    await pause(startsAt + OFFLINE_MS - Date.now())
    await Promise.all(participants.map(reconnect))
    await Promise.all(conversations.map(({ conversation }) => sendBothWays(conversation)))
    await waitUntil(() => participants.every(({ frames }) => frames === 1), PUSH_MS)
    for (const { frames } of participants)
      check(frames, { 'a message after the reconnect is pushed once': (n) => n === 1 })
    for (const participant of participants) participant.seq += 1
  }
  for (const participant of participants) disconnect(participant)
  for (const { conversation } of conversations) await conversation.verifyStored()
  finish()
}

function participantsOf(pair: Pair, conversation: Conversation): Participant[] {
  const [ann, ben] = pair
  const fresh = { conversation, socket: null, seq: 0, frames: 0 }
  return [
    { ...fresh, user: ann, partner: ben },
    { ...fresh, user: ben, partner: ann },
  ]
}

async function sendBothWays(conversation: Conversation): Promise<void> {
  await conversation.sendNext()
  await conversation.sendNext()
}

function disconnect(participant: Participant): void {
  participant.socket?.close()
  participant.socket = null
  participant.frames = 0
}

async function reconnect(participant: Participant): Promise<void> {
  const { user, partner, conversation } = participant
  const onFrame = conversation.frameHandler(user)
  participant.socket = await openSocket(user, (frame) => {
    if (frame.type === 'NEW_MESSAGE') participant.frames += 1
    onFrame(frame)
  })
  if (participant.socket) conversation.useSocket(user, participant.socket)
  check(participant.socket, { 'the socket is reconnected': (socket) => socket !== null })
  const { body } = await call(user.cookie, listMessages, {
    params: { id: partner.id },
    query: `after=${participant.seq}`,
  })
  check(body, { 'the messages sent while offline are fetched': (messages) => messages.length >= 2 })
  participant.seq = body.at(-1)?.seq ?? participant.seq
}
