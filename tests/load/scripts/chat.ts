import { check } from 'k6'
import exec from 'k6/execution'
import type { Options } from 'k6/options'
import { type Pair, shareOf } from '../shared/fixture.ts'
import {
  allFinish,
  EVERY_FRAME_ONCE,
  METRICS,
  NO_ERRORS,
  NO_MESSAGE_LOST,
  SEND_TO_SHOWN,
} from '../shared/thresholds.ts'
import { sendAtRate } from './support/at-rate.ts'
import { type Conversation, createConversation } from './support/conversation.ts'
import { finish } from './support/finish.ts'
import { pairs, plan } from './support/fixture.ts'
import { openSockets } from './support/open-sockets.ts'
import type { Socket } from './support/socket.ts'
import { waitUntil } from './support/wait.ts'

// Matched pairs, each user with a socket, write in turn. `rate` is messages per second over all pairs.
const VUS = 10 // one VU cannot handle all frames; one per pair would be 250 JavaScript runtimes
const CONNECT_MS = 15_000
const ARRIVE_MS = 5_000
const CHECK_MS = 60_000

export const options: Options = {
  scenarios: {
    chat: {
      executor: 'per-vu-iterations',
      vus: VUS,
      iterations: 1,
      maxDuration: `${CONNECT_MS + plan.seconds * 1_000 + ARRIVE_MS + CHECK_MS}ms`,
    },
  },
  thresholds: {
    ...NO_ERRORS,
    ...NO_MESSAGE_LOST,
    ...allFinish(VUS),
    ...EVERY_FRAME_ONCE,
    [METRICS.sendToFrame]: SEND_TO_SHOWN,
    [METRICS.sendAccepted]: ['p(95)<=40'],
  },
}

export default async function chat(): Promise<void> {
  const ownPairs = shareOf(pairs, exec.vu.idInTest - 1, VUS)
  const conversations = ownPairs.map(createConversation)
  const startAt = exec.scenario.startTime + CONNECT_MS
  const sockets = await openSockets(ownPairs.flatMap((pair, index) => listenersOf(pair, conversations[index])))
  check(sockets, {
    'every socket is connected before the load starts': (open) =>
      open.length === 2 * ownPairs.length && Date.now() < startAt,
  })

  const times = { from: startAt, until: startAt + plan.seconds * 1_000 }
  await Promise.all(conversations.map((conversation) => sendAtRate(times, () => conversation.sendNext())))
  await waitUntil(() => conversations.every((conversation) => conversation.hasReceivedAll()), ARRIVE_MS)
  for (const conversation of conversations) {
    conversation.verifyFrames()
    await conversation.verifyStored()
  }
  for (const socket of sockets) socket.close()
  finish()
}

function listenersOf(pair: Pair, conversation: Conversation | undefined) {
  return pair.map((user) => ({
    user,
    onFrame: conversation?.frameHandler(user) ?? (() => {}),
    onOpen: (socket: Socket) => conversation?.useSocket(user, socket),
  }))
}
