import type { ServerFrame } from '@zing/proto/frames/server'
import { listMessages, sendMessage } from '@zing/proto/http/chat'
import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import { Rate, Trend } from 'k6/metrics'
import type { Pair, Person } from '../../shared/fixture.ts'
import { intact } from '../../shared/message-integrity.ts'
import { METRICS } from '../../shared/thresholds.ts'
import { call } from './call.ts'
import { pause } from './wait.ts'

const MAX_ATTEMPTS = 20
const AGAIN_MS = 500

const sendToFrame = new Trend(METRICS.sendToFrame, true)
const arrived = new Rate(METRICS.arrived)
const kept = new Rate(METRICS.kept)

export interface Talk {
  /** The next message, from one and the other in turn. As our client: what fails is sent again, and counted each time. */
  say(): Promise<void>
  /** What to do with the frames of this person. */
  listener(person: Person): (frame: ServerFrame) => void
  hasHeardAll(): boolean
  /** Counts messages that came as frames exactly once and in order. */
  judgeFrames(): void
  /** The same of what the server kept, asked as each of the two. */
  judgeKept(): Promise<void>
}

/** Two people who write to each other, and what became of every message. */
export function createTalk(pair: Pair): Talk {
  const [ann, ben] = pair
  const topic = crypto.randomUUID() // the two may have talked before
  const sent: string[] = [] // in the order of their 201s
  const sentAt = new Map<string, number>()
  const heard = new Map<number, string[]>(pair.map(({ id }) => [id, []]))
  let next = messageOf(0)

  function messageOf(count: number) {
    return { content: `${count} of ${topic}`, clientMessageId: crypto.randomUUID() }
  }
  /** Ann has the even ones. */
  function sentBy(person: Person): string[] {
    return sent.filter((_, count) => count % 2 === (person === ann ? 0 : 1))
  }
  function heardBy({ id }: Person): string[] {
    return heard.get(id) ?? []
  }

  return {
    async say() {
      const [sender, receiver] = sent.length % 2 === 0 ? [ann, ben] : [ben, ann]
      sentAt.set(next.content, Date.now())
      await untilTaken(() => call(sender.cookie, sendMessage, { body: { receiverId: receiver.id, ...next } }))
      sent.push(next.content)
      next = messageOf(sent.length)
    },
    listener({ id }) {
      return (frame) => {
        if (frame.type !== 'NEW_MESSAGE') return
        const { content } = frame.message
        sendToFrame.add(Date.now() - (sentAt.get(content) ?? 0)) // an unknown message would be decades late
        heard.get(id)?.push(content)
      }
    },
    hasHeardAll() {
      return heardBy(ann).length >= sentBy(ben).length && heardBy(ben).length >= sentBy(ann).length
    },
    judgeFrames() {
      for (const [sender, receiver] of [pair, [ben, ann]] as const) {
        for (const isIntact of intact(sentBy(sender), heardBy(receiver))) arrived.add(isIntact)
      }
    },
    async judgeKept() {
      for (const [reader, partner] of [pair, [ben, ann]] as const) {
        for (const isIntact of intact(sent, await contentsOf(reader, partner))) kept.add(isIntact)
      }
    },
  }
}

/** A message that the server never takes is counted as lost in the end. */
async function untilTaken(send: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    try {
      await send()
      return
    } catch {
      await pause(AGAIN_MS)
    }
  }
}

/** Everything between the two, oldest first. */
async function contentsOf(reader: Person, partner: Person): Promise<string[]> {
  const contents: string[] = []
  let after = 0
  for (;;) {
    const query = `after=${after}&limit=${MESSAGES_PAGE_MAX}`
    const { body } = await call(reader.cookie, listMessages, { params: { id: partner.id }, query })
    contents.push(...body.map(({ content }) => content))
    if (body.length < MESSAGES_PAGE_MAX) return contents
    after = body.at(-1)?.seq ?? after
  }
}
