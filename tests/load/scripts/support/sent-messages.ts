import { listMessages, sendMessage } from '@zing/proto/http/chat'
import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import type { Message } from '@zing/proto/messages'
import { Counter, Rate } from 'k6/metrics'
import type { Pair, User } from '../../shared/fixture.ts'
import { intact } from '../../shared/message-integrity.ts'
import { METRICS } from '../../shared/thresholds.ts'
import { call } from './call.ts'
import { measuredCall } from './measured-call.ts'

const goodSends = new Counter(METRICS.goodSends)
const unverified = new Counter(METRICS.unverified)
const stored = new Rate(METRICS.kept)

export type Sender = ReturnType<typeof createSender>

/** Sends messages into one conversation, one at a time; k6 VUs share no memory, so each verifies its own. */
export function createSender(pair: Pair) {
  const acknowledged: string[] = []
  let next = newMessage()

  return {
    pair,
    /** Sends the next message, or a refused one again with the same key, as the web client does. */
    async send(): Promise<void> {
      const [sender, receiver] = acknowledged.length % 2 === 0 ? pair : [pair[1], pair[0]]
      const body = { receiverId: receiver.id, ...next }
      if (!(await measuredCall(sender.cookie, sendMessage, { body }))) return
      goodSends.add(1)
      unverified.add(1)
      acknowledged.push(next.content)
      next = newMessage()
    },
    /** Counts the acknowledged messages that this member of the pair can fetch exactly once and in order. */
    async verify(member: 0 | 1): Promise<void> {
      if (acknowledged.length === 0) return
      const seen = await contentsOf(pair[member], pair[1 - member] ?? pair[0])
      for (const isIntact of intact(acknowledged, seen)) stored.add(isIntact)
      unverified.add(-acknowledged.length)
    },
  }
}

function newMessage() {
  const clientMessageId = crypto.randomUUID()
  return { content: clientMessageId, clientMessageId }
}

/** Returns all messages with a seq above `afterSeq`, oldest first. */
export async function messagesAfter(reader: User, partner: User, afterSeq: number): Promise<Message[]> {
  const found: Message[] = []
  let after = afterSeq
  for (;;) {
    const query = `after=${after}&limit=${MESSAGES_PAGE_MAX}`
    const { body } = await call(reader.cookie, listMessages, { params: { id: partner.id }, query })
    found.push(...body)
    if (body.length < MESSAGES_PAGE_MAX) return found
    after = body.at(-1)?.seq ?? after
  }
}

async function contentsOf(reader: User, partner: User): Promise<string[]> {
  return (await messagesAfter(reader, partner, 0)).map(({ content }) => content)
}
