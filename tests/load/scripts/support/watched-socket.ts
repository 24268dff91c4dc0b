import { listMessages } from '@zing/proto/http/chat'
import type { Message } from '@zing/proto/messages'
import { Counter, Rate, Trend } from 'k6/metrics'
import type { User } from '../../shared/fixture.ts'
import { intact } from '../../shared/message-integrity.ts'
import { METRICS } from '../../shared/thresholds.ts'
import { call } from './call.ts'
import { messagesAfter } from './fetch-messages.ts'
import { openSocket } from './socket.ts'

const closed = new Counter(METRICS.socketsClosed)
const silence = new Trend(METRICS.silence, true)
const arrived = new Rate(METRICS.arrived)

export interface WatchedSocket {
  /** Records whether the socket is still open, its longest silence, and messages whose frames arrived exactly once. */
  finish(): Promise<void>
}

/** Opens a socket and records its messages until `finish`; null if it does not connect. */
export async function watchSocket(user: User, partner: User): Promise<WatchedSocket | null> {
  const received: Message[] = []
  let lastFrameAt = Date.now()
  let longestMs = 0
  let isFinished = false
  const socket = await openSocket(user, (frame) => {
    longestMs = Math.max(longestMs, Date.now() - lastFrameAt)
    lastFrameAt = Date.now()
    if (frame.type === 'NEW_MESSAGE') received.push(frame.message)
  })
  if (!socket) return null
  closed.add(0) // the threshold needs a value
  void socket.ended.then(() => {
    if (!isFinished) closed.add(1)
  })
  const newest = await call(user.cookie, listMessages, { params: { id: partner.id }, query: 'limit=1' })
  const firstSeq = newest.body.at(-1)?.seq ?? 0
  received.length = 0

  return {
    async finish() {
      silence.add(Math.max(longestMs, Date.now() - lastFrameAt))
      const stored = await messagesAfter(user, partner, firstSeq)
      const own = stored.filter(({ receiverId }) => receiverId === user.id).map(({ content }) => content)
      // frames of concurrent messages may overtake each other: clients order them by seq
      const inOrder = [...received].sort((a, b) => a.seq - b.seq).map(({ content }) => content)
      for (const isIntact of intact(own, inOrder)) arrived.add(isIntact)
      isFinished = true
      socket.close()
    },
  }
}
