import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { readMessages, sendMessage } from '@zing/proto/http/chat'
import type { Sent } from '../../checks/messages/messages.ts'
import { attempt, type Run, untilCertain } from '../call.ts'
import { fetchNewestPage } from '../meeting/pages.ts'
import { registerMatch } from '../test-users.ts'
import { newNames, type Sending } from '../workload.ts'
import { type Chatter, createChatter } from './chatter.ts'
import { checkChats } from './check-chats.ts'

const TALK: Tempo = { sendEveryMs: [300, 900], readEveryMs: [800, 2_500] }
/** These pairs send more messages than chat keeps keys for; the stored message identifies a repeated early one. */
const BUSY: Tempo = { sendEveryMs: [80, 160], readEveryMs: [800, 2_500] }
/** No later message fills a gap in a quiet conversation, so a lost push stays visible. */
const QUIET: Tempo = { sendEveryMs: [3_000, 15_000], readEveryMs: [8_000, 30_000] }
/** Further sends wait, so that a long fault does not end in a flood from the suite. */
const IN_FLIGHT_MAX = 12
/** Share of the messages with a key; the others are posted. */
const OVER_SOCKET_SHARE = 0.5
/** Share of the messages with a key. */
const AFTER_SEQ_SHARE = 0.7
/** One send in this many is made twice at once with one key, as by a double tap. */
const TWICE_ONE_IN = 8
/** One send in this many comes with others in the same instant. */
const BURST_ONE_IN = 10
const BURST = 4
/** One message in this many has no key and is sent once, because a retry would double it. */
const KEYLESS_ONE_IN = 6
/** After one send in this many the sender reads the newest page. */
const READ_BACK_ONE_IN = 8

/** Number of pairs at each tempo. */
export interface ChatPairs {
  busy: number
  talking: number
  quiet: number
}
const USUAL: ChatPairs = { busy: 1, talking: 10, quiet: 8 }
/** When no other workload runs. */
export const MANY: ChatPairs = { busy: 1, talking: 10, quiet: 24 }
/** When three hosts share the processors. */
export const FEW: ChatPairs = { busy: 0, talking: 3, quiet: 5 }

interface Tempo {
  sendEveryMs: readonly [number, number]
  readEveryMs: readonly [number, number]
}

/** Two people of each pair send, read and acknowledge messages until the run ends. */
export async function startChats(run: Run, count = USUAL): Promise<Sending> {
  const { busy, talking, quiet } = count
  const pairs = await Promise.all(newNames('chat', busy + talking + quiet).map((name) => registerMatch(run, name)))
  const sent: Sent[] = []
  const chatters = pairs.flatMap(([one, other]) => [createChatter(run, one, other), createChatter(run, other, one)])
  const loops = chatters.flatMap((chatter, index) => {
    const tempo = tempoOf(Math.floor(index / 2), count)
    return [sendLoop(run, chatter, tempo, sent), readLoop(run, chatter, tempo)]
  })
  return { sent, done: Promise.all(loops), seen: [], check: () => checkChats(run, { pairs, chatters, sent }) }
}

function tempoOf(pair: number, { busy, talking }: ChatPairs): Tempo {
  if (pair < busy) return BUSY
  return pair < busy + talking ? TALK : QUIET
}

async function sendLoop(run: Run, chatter: Chatter, { sendEveryMs }: Tempo, sent: Sent[]): Promise<void> {
  const { random, ending } = run
  const inFlight = new Set<Promise<void>>()
  let number = 0
  while (!ending.aborted) {
    await pause(random.integer(...sendEveryMs), undefined, { signal: ending }).catch(() => {})
    if (inFlight.size >= IN_FLIGHT_MAX) await Promise.race(inFlight)
    for (let left = random.integer(1, BURST_ONE_IN) === 1 ? BURST : 1; left > 0 && !ending.aborted; left--) {
      number += 1
      const sending: Promise<void> = sendOnce(run, chatter, number, sent).finally(() => inFlight.delete(sending))
      inFlight.add(sending)
    }
  }
  await Promise.all(inFlight)
}

async function sendOnce(run: Run, chatter: Chatter, number: number, sent: Sent[]): Promise<void> {
  const { random, history } = run
  const { person, partner } = chatter
  const key = random.integer(1, KEYLESS_ONE_IN) === 1 ? null : randomUUID()
  // as the client does; sometimes missing, as in a third-party program
  const afterSeq = random.next() < AFTER_SEQ_SHARE ? chatter.shown.lastSeq() : undefined
  const content = `u${person.id} n${number}`
  const body = { receiverId: partner.id, content, ...(key && { clientMessageId: key, afterSeq }) }
  const post = () => attempt(run, { op: 'send', key: key ?? content, caller: person }, sendMessage, { body })

  /** Sends over the socket and, without a confirmation, by POST with the same key, as the client does. */
  async function send(): Promise<Pick<Awaited<ReturnType<typeof post>>, 'outcome' | 'body' | 'to'>> {
    if (!key) return post()
    const message = random.next() < OVER_SOCKET_SHARE ? await chatter.sendOverSocket({ content, key, afterSeq }) : null
    if (message) return { outcome: 'ok', body: message, to: history.now() }
    return untilCertain(run, post)
  }

  const from = history.now()
  const copies = key && random.integer(1, TWICE_ONE_IN) === 1 ? 2 : 1
  const results = await Promise.all(Array.from({ length: copies }, send))
  const certain = results.filter(({ outcome }) => outcome !== 'unknown')
  sent.push({
    key,
    content,
    sender: person.id,
    receiver: partner.id,
    from,
    to: Math.min(...(certain.length > 0 ? certain : results).map(({ to }) => to)),
    outcome: certain.find(({ outcome }) => outcome === 'ok')?.outcome ?? certain[0]?.outcome ?? 'unknown',
    ids: results.flatMap((result) => (result.body ? [result.body.id] : [])),
    seqs: results.flatMap((result) => (result.body ? [result.body.seq] : [])),
    afterSeq,
  })
  // at once, while the message is still pending
  if (random.integer(1, READ_BACK_ONE_IN) === 1) await fetchNewestPage(run, person, partner)
}

/** Opens the chat regularly: fetches the newest page and marks it as read. */
async function readLoop(run: Run, { person, partner }: Chatter, { readEveryMs }: Tempo): Promise<void> {
  while (!run.ending.aborted) {
    await pause(run.thinkTime.next(readEveryMs), undefined, { signal: run.ending }).catch(() => {})
    if (run.ending.aborted) return
    const page = await fetchNewestPage(run, person, partner)
    if (!page || run.random.next() < 0.5) continue
    await attempt(run, { op: 'read', key: randomUUID(), caller: person }, readMessages, { params: { id: partner.id } })
  }
}
