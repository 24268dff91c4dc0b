import { createLanes, createLimit } from '@zing/kit/concurrency'
import { AppError, unavailable } from '@zing/kit/errors'
import { type Caller, withinDeadline } from '@zing/kit/http/deadline'
import { isDatabaseUnavailable } from '@zing/kit/mongo/errors'
import { secondsSince } from '@zing/kit/observability/metrics'
import { withClientAddress } from '@zing/kit/observability/security-log'
import { inRequest } from '@zing/kit/observability/trace-context'
import type { RateLimits } from '@zing/kit/rate-limits'
import type { ClientFrameOf } from '@zing/proto/frames/client'
import { REQUEST_ID_HEADER } from '@zing/proto/headers'
import { sendMessage as sendMessageContract } from '@zing/proto/http/chat'
import { messages } from '@zing/proto/http/errors'
import type { Message } from '@zing/proto/messages'
import type { Ctx } from '../context.ts'
import { sendMessage } from '../domain/send-message.ts'
import { sendDuration } from '../metrics.ts'
import type { SocketPush } from './push.ts'
import type { Session } from './session.ts'
import type { SessionCheck } from './session-check.ts'

// As the gateway's lane of ordinary calls (gateway/src/protection/lanes.ts).
const DEADLINE_MS = 4_000
const START_WITHIN_MS = 3_000
const MAX_IN_FLIGHT = 64
const MAX_QUEUED = 500

/** A SEND_MESSAGE whose id can be read and whose other fields are invalid. */
export interface InvalidDraft {
  type: 'SEND_MESSAGE'
  clientMessageId: string
  /** The text of the error response. */
  reason: string
}
export type Draft = ClientFrameOf<'SEND_MESSAGE'> | InvalidDraft

export type SendDraft = (draft: Draft) => Promise<void>

interface SocketRequest {
  session: Session
  address: string | undefined
  arrivedAt: number
  respond(message: Message): void
}

export interface MessageSender {
  /** Creates the function that handles the SEND_MESSAGE frames of one socket, and responds to each of them. */
  forSocket(session: Session, address: string | undefined): SendDraft
  /** Rejects what has not begun, and waits for the rest. */
  stop(): Promise<void>
}

export interface MessageSenderOptions {
  ctx: Ctx & { push: SocketPush }
  rateLimits: Pick<RateLimits, 'consume'>
  ensureActive: SessionCheck['ensureActive']
}

/**
 * Sends the messages that arrive over sockets, under the rules of POST /api/messages: session, rate limit, a lane of the
 * process, and a deadline from their arrival.
 */
export function createMessageSender({ ctx, rateLimits, ensureActive }: MessageSenderOptions): MessageSender {
  const stopped = new AbortController()
  const limit = createLimit(MAX_IN_FLIGHT, stopped.signal)
  const unfinished = new Set<Promise<void>>()
  let inLane = 0

  /** Waits for room in the lane, unless so many wait that it would come too late. */
  async function enterLane<T>(arrivedAt: number, work: () => Promise<T>): Promise<T> {
    if (inLane >= MAX_IN_FLIGHT + MAX_QUEUED) throw unavailable()
    inLane += 1
    try {
      return await limit(() => {
        if (performance.now() - arrivedAt > START_WITHIN_MS) throw unavailable()
        return work()
      })
    } finally {
      inLane -= 1
    }
  }

  async function send({ session, address, arrivedAt, respond }: SocketRequest, draft: Draft): Promise<Message> {
    const { userId } = session
    if (!session.isConfirmed) throw new AppError(401, messages.notSignedIn) // AUTH says for which user this tab sends
    await ensureActive(session)
    await rateLimits.consume(sendMessageContract, { address: address ?? 'unknown', userId })
    if ('reason' in draft) throw new AppError(400, draft.reason)
    const push: Ctx['push'] = (toId, aboutId, frame) => {
      // with the push, so that this socket too gets the messages of a group in their order
      if (toId === userId && frame.type === 'MESSAGE_SENT') respond(frame.message)
      ctx.push(toId, aboutId, frame, session)
    }
    return enterLane(arrivedAt, () => sendMessage({ ...ctx, push }, userId, draft))
  }

  function forSocket(session: Session, address: string | undefined): SendDraft {
    const perReceiver = createLanes()

    function handle(draft: Draft): Promise<void> {
      const arrivedAt = performance.now()
      const { clientMessageId } = draft
      let isDone = false
      let hasResponded = false
      let isSent = false
      const caller: Caller = { isServed: () => isDone, hasLeft: () => !session.isOpen(), onLeave: session.onClose }
      const timeout = setTimeout(() => reject(unavailable()), DEADLINE_MS) // what still runs writes nothing from now on

      function observe(status: number): void {
        hasResponded = true
        sendDuration.observe({ status }, secondsSince(arrivedAt))
      }

      function reject(error: unknown): void {
        if (hasResponded) return
        const { status, message, retryAfterSeconds } = toAppError(error)
        if (status >= 500) ctx.log[status === 503 ? 'warn' : 'error']({ err: error }, 'SEND_MESSAGE failed')
        observe(status)
        const retryAfter = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
        session.send({ type: 'ERROR', code: 'SEND_MESSAGE_FAILED', message, clientMessageId, status, ...retryAfter })
      }

      /** Once, also after the deadline, since the push leaves this socket out. */
      function respond(message: Message): void {
        if (isSent) return
        isSent = true
        if (!hasResponded) observe(sendMessageContract.status)
        session.send({ type: 'MESSAGE_SENT', message })
      }

      async function run(): Promise<void> {
        try {
          respond(await send({ session, address, arrivedAt, respond }, draft))
        } catch (error) {
          reject(error)
        } finally {
          isDone = true
          clearTimeout(timeout)
        }
      }

      const receiver = 'receiverId' in draft ? String(draft.receiverId) : 'none'
      const inTime = () => withinDeadline(arrivedAt + DEADLINE_MS, caller, run)
      const done = perReceiver(receiver, inTime).finally(() => unfinished.delete(done))
      unfinished.add(done)
      return done
    }

    return function sendDraft(draft) {
      const header = (name: string) => (name === REQUEST_ID_HEADER ? draft.clientMessageId : undefined)
      return withClientAddress(address, () => inRequest(header, () => handle(draft)))
    }
  }

  return {
    forSocket,
    async stop() {
      stopped.abort(unavailable())
      await Promise.all(unfinished)
    },
  }
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return isDatabaseUnavailable(error) ? unavailable() : new AppError(500, messages.internal)
}
