import { sendMessage } from '@zing/proto/http/chat'
import { Counter, Rate } from 'k6/metrics'
import type { Pair } from '../../shared/fixture.ts'
import { intact } from '../../shared/message-integrity.ts'
import { METRICS } from '../../shared/thresholds.ts'
import { contentsOf } from './fetch-messages.ts'
import { measuredCall } from './measured-call.ts'

const goodSends = new Counter(METRICS.goodSends)
const unverified = new Counter(METRICS.unverified)
const stored = new Rate(METRICS.kept)

export type Sender = ReturnType<typeof createSender>

/** Sends messages into one conversation, one at a time. k6 VUs share no memory, so each verifies its own messages. */
export function createSender(pair: Pair) {
  const acknowledged: string[] = []
  let next = newMessage()

  return {
    pair,
    /** Sends the next message, or repeats a refused one with the same key, like the web client. */
    async send(): Promise<void> {
      const [sender, receiver] = acknowledged.length % 2 === 0 ? pair : [pair[1], pair[0]]
      const body = { receiverId: receiver.id, ...next }
      if (!(await measuredCall(sender.cookie, sendMessage, { body }))) return
      goodSends.add(1)
      unverified.add(1)
      acknowledged.push(next.content)
      next = newMessage()
    },
    /** Counts acknowledged messages that this member of the pair can fetch exactly once and in order. */
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
