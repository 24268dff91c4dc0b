import { getUser, login } from '@zing/proto/http/auth'
import { getUnread, listConversations, listMessages } from '@zing/proto/http/chat'
import { likeUser, listUsers, unlikeUser } from '@zing/proto/http/social'
import { check } from 'k6'
import exec from 'k6/execution'
import { shareOf } from '../shared/fixture.ts'
import { endsAt, inFlightOf, pairInTurn, STAGE_END_SECONDS, STAGE_SECONDS, WATCHED_PAIRS } from '../shared/overload.ts'
import { finish } from './support/finish.ts'
import { pairs, plan, singles, users } from './support/fixture.ts'
import { measuredCall } from './support/measured-call.ts'
import { createOverloadOptions, SLOTS, WATCHERS } from './support/overload-options.ts'
import { createSender, type Sender } from './support/sent-messages.ts'
import { openSocket } from './support/socket.ts'
import { pause } from './support/wait.ts'
import { watchSocket } from './support/watched-socket.ts'

// The work of the script's VUs; overload-options.ts has the schedule.
const SPREAD_MS = 100
const SOCKET_EVERY_MS = 2_000
const VERIFY_SPREAD_MS = 30_000

export const options = createOverloadOptions()

/** Senders by slot and pair. */
const senders = Array.from({ length: SLOTS }, () => new Map<number, Sender>())
let count = 0

/** One k6 arrival: SLOTS calls at slightly different times. */
export async function arrivalOfCalls(): Promise<void> {
  const first = exec.vu.idInTest * SLOTS
  await inSlots(async (slot) => {
    await pause(Math.random() * SPREAD_MS)
    await mixedCall(senderOf(slot, first + slot))
  })
}

/**
 * Each slot sends one call after another, and stops early enough for the last ones to end. The slots write to all pairs
 * in turn, as in the overload. Otherwise the product would store consecutive messages of one conversation together.
 */
export async function closedLoopOfCalls(): Promise<void> {
  const seconds = exec.scenario.name === 'warmUp' ? plan.seconds : STAGE_SECONDS
  const end = exec.scenario.startTime + (seconds - STAGE_END_SECONDS) * 1_000
  const inFlight = inFlightOf(exec.scenario.name)
  const first = exec.scenario.iterationInTest * SLOTS
  await inSlots(async (slot) => {
    for (let turn = 0; Date.now() < end; turn++)
      await mixedCall(senderOf(slot, pairInTurn(first + slot, turn, { inFlight, pairs: pairs.length })))
  })
}

async function inSlots(run: (slot: number) => Promise<void>): Promise<void> {
  await Promise.all(senders.map((_, slot) => run(slot)))
}

function senderOf(slot: number, index: number): Sender {
  const pairIndex = index % pairs.length
  const known = senders[slot]?.get(pairIndex)
  if (known) return known
  const pair = pairs[pairIndex]
  if (!pair) throw new Error('the plan has no pairs')
  const sender = createSender(pair)
  senders[slot]?.set(pairIndex, sender)
  return sender
}

/** Most calls are messages; the others are calls of an app's day. */
async function mixedCall(sender: Sender): Promise<unknown> {
  const [me, partner] = sender.pair
  const kind = Math.random()
  count += 1
  if (kind < 0.7) return sender.send()
  if (kind < 0.78) return measuredCall(me.cookie, listMessages, { params: { id: partner.id }, query: 'limit=20' })
  if (kind < 0.83) return measuredCall(me.cookie, listConversations)
  if (kind < 0.9) return measuredCall(me.cookie, getUnread)
  if (kind < 0.95) return measuredCall(me.cookie, listUsers, { query: 'scope=discover' })
  if (kind < 0.995) return likeOrUnlike()
  return measuredCall('', login, { body: { username: me.username, password: me.password } })
}

async function likeOrUnlike(): Promise<unknown> {
  const liker = singles[exec.vu.idInTest % singles.length]
  const liked = singles[(exec.vu.idInTest + 1) % singles.length]
  if (!liker || !liked) return
  if (count % 2 === 0) return measuredCall(liker.cookie, likeUser, { body: { likedId: liked.id } })
  return measuredCall(liker.cookie, unlikeUser, { params: { userId: liked.id } })
}

/** Keeps sockets open before, during and after the overload, and checks their frames against the stored messages. */
export async function watchers(): Promise<void> {
  const own = shareOf(pairs.slice(0, WATCHED_PAIRS), exec.scenario.iterationInTest, WATCHERS)
  const sockets = await Promise.all(own.flatMap(([ann, ben]) => [watchSocket(ann, ben), watchSocket(ben, ann)]))
  check(sockets, { 'every socket is connected before the load': (all) => all.every((socket) => socket !== null) })
  await pause(exec.scenario.startTime + endsAt(plan.seconds) * 1_000 - Date.now())
  for (const socket of sockets) await socket?.finish()
  finish()
}

/** Checks the session, like every app start. */
export async function sessionChecks(): Promise<void> {
  const me = users[exec.scenario.iterationInTest % users.length]
  if (!me) return
  check(await measuredCall(me.cookie, getUser), { 'a session check is not refused': (isAccepted) => isAccepted })
}

/** Opens sockets like returning clients. */
export async function socketOpeners(): Promise<void> {
  const me = singles[exec.scenario.iterationInTest % singles.length]
  if (!me) return
  const socket = await openSocket(me, () => {})
  check(socket, { 'a new socket is connected': (it) => it !== null })
  socket?.close()
  await pause(SOCKET_EVERY_MS)
}

export async function verification(): Promise<void> {
  await pause(Math.random() * VERIFY_SPREAD_MS)
  for (const [slot, ofSlot] of senders.entries())
    for (const sender of ofSlot.values()) await sender.verify(slot % 2 === 0 ? 0 : 1)
  finish()
}
