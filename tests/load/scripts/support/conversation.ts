import type { ServerFrame } from '@zing/proto/frames/server'
import { clientRetryDelayMs } from '@zing/proto/retries/retry-delay'
import { Rate, Trend } from 'k6/metrics'
import type { Pair, User } from '../../shared/fixture.ts'
import { intact } from '../../shared/message-integrity.ts'
import { METRICS } from '../../shared/thresholds.ts'
import { createDelivery } from './deliver.ts'
import { contentsOf } from './fetch-messages.ts'
import type { Socket } from './socket.ts'
import { pause } from './wait.ts'

const MAX_ATTEMPTS = 20
const RETRY = { firstMs: 500, maxMs: 2_000 }

const sendToFrame = new Trend(METRICS.sendToFrame, true)
const arrived = new Rate(METRICS.arrived)
const stored = new Rate(METRICS.kept)

export interface Conversation {
  /** Sends the next message, with senders in turn. Retries like the web client; each failure counts. */
  sendNext(): Promise<void>
  frameHandler(user: User): (frame: ServerFrame) => void
  /** Sends the user's messages over this socket while it is open, otherwise by POST. */
  useSocket(user: User, socket: Socket): void
  hasReceivedAll(): boolean
  /** Counts messages whose frames arrived exactly once and in order. */
  verifyFrames(): void
  /** Counts messages that both users can fetch exactly once and in order. */
  verifyStored(): Promise<void>
}

export function createConversation(pair: Pair): Conversation {
  const [ann, ben] = pair
  const topic = crypto.randomUUID() // the conversation may hold messages of an earlier run
  const sent: string[] = [] // in the order of their responses
  const sentAt = new Map<string, number>()
  const received = new Map<number, string[]>(pair.map(({ id }) => [id, []]))
  const deliveries = new Map(pair.map((user) => [user.id, createDelivery(user)]))
  let next = messageOf(0)

  function messageOf(count: number) {
    return { content: `${count} of ${topic}`, clientMessageId: crypto.randomUUID() }
  }
  function sentBy(user: User): string[] {
    return sent.filter((_, count) => count % 2 === (user === ann ? 0 : 1))
  }
  function receivedBy({ id }: User): string[] {
    return received.get(id) ?? []
  }

  return {
    async sendNext() {
      const [sender, receiver] = sent.length % 2 === 0 ? [ann, ben] : [ben, ann]
      sentAt.set(next.content, Date.now())
      const delivery = deliveries.get(sender.id)
      const draft = { receiverId: receiver.id, afterSeq: delivery?.newestSeq(), ...next } // the same draft in every attempt
      await retry(async () => delivery?.deliver(draft))
      sent.push(next.content)
      next = messageOf(sent.length)
    },
    frameHandler({ id }) {
      return (frame) => {
        deliveries.get(id)?.onFrame(frame)
        if (frame.type !== 'NEW_MESSAGE') return
        const { content } = frame.message
        sendToFrame.add(Date.now() - (sentAt.get(content) ?? 0)) // 0 makes an unknown message fail the threshold
        received.get(id)?.push(content)
      }
    },
    useSocket({ id }, socket) {
      deliveries.get(id)?.useSocket(socket)
    },
    hasReceivedAll() {
      return receivedBy(ann).length >= sentBy(ben).length && receivedBy(ben).length >= sentBy(ann).length
    },
    verifyFrames() {
      for (const [sender, receiver] of [pair, [ben, ann]] as const) {
        for (const isIntact of intact(sentBy(sender), receivedBy(receiver))) arrived.add(isIntact)
      }
    },
    async verifyStored() {
      for (const [reader, partner] of [pair, [ben, ann]] as const) {
        for (const isIntact of intact(sent, await contentsOf(reader, partner))) stored.add(isIntact)
      }
    },
  }
}

/** Stops after MAX_ATTEMPTS; `verifyStored` then counts the message as lost. */
async function retry(send: () => Promise<unknown>): Promise<void> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    try {
      await send()
      return
    } catch {
      await pause(clientRetryDelayMs(attempts, RETRY))
    }
  }
}
