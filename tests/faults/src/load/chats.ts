import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { listMessages, readMessages, sendMessage } from '@zing/proto/http/chat'
import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import type { Message } from '@zing/proto/messages'
import { attempt, type CallResult, type Run, untilCertain } from './call.ts'
import type { Person } from './people.ts'
import { createShownList, type ShownList } from './shown-list.ts'
import { keepSocket, type LiveSocket } from './socket.ts'

const SEND_EVERY_MS = [300, 900] as const
const READ_EVERY_MS = [800, 2_500] as const
const POLL_MS = 5_000
/** Sends in flight per person: more wait, so that a long fault does not end in a flood of our own. */
const IN_FLIGHT_MAX = 12
/** One send in so many is made twice at once with one key, as by a double tap. */
const TWICE_ONE_IN = 12

export interface Sent {
  key: string
  sender: number
  receiver: number
  /** Start of the first attempt and end of the attempt with a certain outcome. */
  from: number
  to: number
  outcome: CallResult<Message>['outcome']
  ids: number[]
}

export interface Chatter {
  person: Person
  partner: Person
  shown: ShownList
  socket: LiveSocket
}

interface Chats {
  chatters: Chatter[]
  sent: Sent[]
  done: Promise<unknown>
}

/** Two people of each pair send, read and acknowledge messages until the run ends. */
export function startChats(run: Run, pairs: [Person, Person][]): Chats {
  const sent: Sent[] = []
  const chatters = pairs.flatMap(([one, other]) => [createChatter(run, one, other), createChatter(run, other, one)])
  const loops = chatters.flatMap((chatter) => [sendLoop(run, chatter, sent), readLoop(run, chatter)])
  return { chatters, sent, done: Promise.all(loops) }
}

function createChatter(run: Run, person: Person, partner: Person): Chatter {
  const shown = createShownList(person.id, partner.id)
  let isDegraded = false
  let isFetching = false
  let fetchAgain = false

  async function refetch(): Promise<void> {
    fetchAgain = true
    if (isFetching) return
    isFetching = true
    while (fetchAgain) {
      fetchAgain = false
      const isComplete = await fetchNew(run, { person, partner, shown })
      if (!isComplete) {
        await pause(500)
        fetchAgain = true
      }
    }
    isFetching = false
  }

  const poll = setInterval(() => isDegraded && void refetch(), POLL_MS)
  run.ending.addEventListener('abort', () => clearInterval(poll))
  const socket = keepSocket(run, person, (frame) => {
    if (frame.type === 'PUSH_DEGRADED') isDegraded = true
    if (frame.type === 'PUSH_RESTORED') isDegraded = false
    if (frame.type === 'CONNECTED') isDegraded = false
    if (frame.type === 'CONNECTED' || frame.type === 'PUSH_RESTORED') void refetch()
    if (shown.addFrame(frame)) void refetch()
    if (frame.type === 'NEW_MESSAGE' && frame.message.senderId === partner.id) {
      socket.send({ type: 'MESSAGE_RECEIVED', partnerId: partner.id, seq: frame.message.seq })
    }
  })
  return { person, partner, shown, socket }
}

/** Fetches what follows the shown list; false after a failure. A full page is followed by the next. */
async function fetchNew(
  run: Pick<Run, 'url' | 'history'>,
  { person, partner, shown }: Pick<Chatter, 'person' | 'partner' | 'shown'>,
): Promise<boolean> {
  // statuses of the newest messages may have changed, so the page begins before the end of the list
  const after = Math.max(0, shown.lastSeq() - MESSAGES_PAGE_MAX / 2)
  const page = await fetchPage(run, person, partner, after)
  if (!page) return false
  shown.addPage(after, page)
  return page.length < MESSAGES_PAGE_MAX || fetchNew(run, { person, partner, shown })
}

export async function fetchPage(
  run: Pick<Run, 'url' | 'history'>,
  reader: Person,
  partner: Person,
  after: number,
): Promise<Message[] | null> {
  const { body, from, to } = await attempt(run, { op: 'page', key: randomUUID(), caller: reader }, listMessages, {
    params: { id: partner.id },
    query: { after, limit: MESSAGES_PAGE_MAX },
  })
  if (body) run.history.add({ type: 'page', reader: reader.id, partner: partner.id, from, to, after, messages: body })
  return body ?? null
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
