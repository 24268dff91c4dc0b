import type { ServerFrame } from '@zing/proto/frames/server'
import { sendMessage } from '@zing/proto/http/chat'
import { check } from 'k6'
import { Counter, Trend } from 'k6/metrics'
import type { User } from '../../shared/fixture.ts'
import { METRICS, nameOf } from '../../shared/thresholds.ts'
import { call } from './call.ts'
import { plan } from './fixture.ts'
import type { Socket } from './socket.ts'
import { within } from './wait.ts'

/** Equals SOCKET_SEND_TIMEOUT_MS of the web client. */
const RESPONSE_MS = 3_000
const FRAME = 'SEND_MESSAGE'

const accepted = new Trend(METRICS.sendAccepted, true)
const overSocket = new Counter(METRICS.sentOverSocket)
const byPost = new Counter(METRICS.sentByPost)

interface Draft {
  receiverId: number
  afterSeq: number | undefined
  content: string
  clientMessageId: string
}
type Outcome = 'sent' | 'refused' | 'closed'

/** Sends one user's messages like the web client: over the open socket, otherwise by POST with the same id. */
export function createDelivery({ cookie }: User) {
  const waiting = new Map<string, (outcome: Outcome) => void>()
  let socket: Socket | null = null
  let newestSeq: number | undefined

  function endWait(id: string | undefined, outcome: Outcome): void {
    if (id) waiting.get(id)?.(outcome)
  }

  async function sendOver({ send }: Socket, draft: Draft): Promise<Outcome | null> {
    const response = new Promise<Outcome>((resolve) => waiting.set(draft.clientMessageId, resolve))
    try {
      send({ type: FRAME, ...withoutUnknown(draft) })
      return await within(response, RESPONSE_MS)
    } finally {
      waiting.delete(draft.clientMessageId)
    }
  }

  return {
    /** Throws if the product refused the message. */
    async deliver(draft: Draft): Promise<void> {
      const startedAt = Date.now()
      const outcome = socket && !plan.isPosting ? await sendOver(socket, draft) : null
      if (outcome === 'sent' || outcome === 'refused') {
        const isSent = check(outcome, { 'a message over the socket is accepted': (it) => it === 'sent' })
        if (!isSent) fail(Date.now() - startedAt)
        overSocket.add(1)
      } else {
        await call(cookie, sendMessage, { body: withoutUnknown(draft) })
        byPost.add(1)
      }
      accepted.add(Date.now() - startedAt, { name: outcome === 'sent' ? FRAME : nameOf(sendMessage) })
    },
    /** Newest seq of the conversation in any frame, for `afterSeq` of a new message. */
    newestSeq: () => newestSeq,
    onFrame(frame: ServerFrame): void {
      if (frame.type === 'NEW_MESSAGE' || frame.type === 'MESSAGE_SENT') newestSeq = frame.message.seq
      if (frame.type === 'MESSAGE_SENT') endWait(frame.message.clientMessageId, 'sent')
      if (frame.type === 'ERROR') endWait(frame.clientMessageId, 'refused')
    },
    useSocket(opened: Socket): void {
      socket = opened
      void opened.ended.then(() => {
        if (socket === opened) socket = null
        for (const id of [...waiting.keys()]) endWait(id, 'closed')
      })
    },
  }
}

function withoutUnknown({ afterSeq, ...draft }: Draft) {
  return { ...draft, ...(afterSeq !== undefined && { afterSeq }) }
}

function fail(ms: number): never {
  const failure = `failed: ${FRAME}: refused` // src/failures.ts parses this line
  console.warn(`${failure} | ${ms} ms`)
  throw new Error(failure)
}
