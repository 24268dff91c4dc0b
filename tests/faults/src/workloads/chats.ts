import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { listMessages, readMessages, sendMessage } from '@zing/proto/http/chat'
import type { Sent } from '../checks/messages.ts'
import { attempt, type Run, untilCertain } from './call.ts'
import { type Chatter, createChatter } from './chatter.ts'
import { checkChats } from './check-chats.ts'
import { type Person, registerMatch } from './people.ts'
import { newNames, type Workload } from './workload.ts'

const PAIRS = 12
const SEND_EVERY_MS = [300, 900] as const
const READ_EVERY_MS = [800, 2_500] as const
/** Sends in flight per person: more wait, so that a long fault does not end in a flood of our own. */
const IN_FLIGHT_MAX = 12
/** One send in so many is made twice at once with one key, as by a double tap. */
const TWICE_ONE_IN = 12

interface Chats extends Workload {
  sent: Sent[]
}

/** Two people of each pair send, read and acknowledge messages until the run ends. */
export async function startChats(run: Run): Promise<Chats> {
  const pairs = await Promise.all(newNames('chat', PAIRS).map((name) => registerMatch(run, name)))
  const sent: Sent[] = []
  const chatters = pairs.flatMap(([one, other]) => [createChatter(run, one, other), createChatter(run, other, one)])
  const loops = chatters.flatMap((chatter) => [sendLoop(run, chatter, sent), readLoop(run, chatter)])
  return { sent, done: Promise.all(loops), seen: [], check: () => checkChats(run, { pairs, chatters, sent }) }
}

async function sendLoop(run: Run, { person, partner }: Chatter, sent: Sent[]): Promise<void> {
  const inFlight = new Set<Promise<void>>()
  for (let number = 1; !run.ending.aborted; number++) {
    await pause(run.random.integer(...SEND_EVERY_MS))
    if (inFlight.size >= IN_FLIGHT_MAX) await Promise.race(inFlight)
    const sending: Promise<void> = sendOnce(run, { person, partner, number }, sent).finally(() =>
      inFlight.delete(sending),
    )
    inFlight.add(sending)
  }
  await Promise.all(inFlight)
}

async function sendOnce(
  run: Run,
  { person, partner, number }: { person: Person; partner: Person; number: number },
  sent: Sent[],
): Promise<void> {
  const key = randomUUID()
  const body = { receiverId: partner.id, content: `u${person.id} n${number}`, clientMessageId: key }
  const send = () => attempt(run, { op: 'send', key, caller: person }, sendMessage, { body })
  const from = run.history.now()
  const isTwice = run.random.integer(1, TWICE_ONE_IN) === 1
  const results = await Promise.all(Array.from({ length: isTwice ? 2 : 1 }, () => untilCertain(run, send)))
  const certain = results.filter(({ outcome }) => outcome !== 'unknown')
  sent.push({
    key,
    sender: person.id,
    receiver: partner.id,
    from,
    to: Math.min(...results.map(({ to }) => to)),
    outcome: certain.find(({ outcome }) => outcome === 'ok')?.outcome ?? certain[0]?.outcome ?? 'unknown',
    ids: results.flatMap((result) => (result.body ? [result.body.id] : [])),
  })
}

/** Opens the chat now and then: fetches the newest page and marks it as read. */
async function readLoop(run: Run, { person, partner }: Chatter): Promise<void> {
  while (!run.ending.aborted) {
    await pause(run.random.integer(...READ_EVERY_MS))
    const { body, from, to } = await attempt(
      run,
      { op: 'newest page', key: randomUUID(), caller: person },
      listMessages,
      {
        params: { id: partner.id },
      },
    )
    if (!body) continue
    const after = (body[0]?.seq ?? 1) - 1
    run.history.add({ type: 'page', reader: person.id, partner: partner.id, from, to, after, messages: body })
    if (run.random.next() < 0.5) {
      await attempt(run, { op: 'read', key: randomUUID(), caller: person }, readMessages, {
        params: { id: partner.id },
      })
    }
  }
}
