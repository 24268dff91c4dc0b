import { isDatabaseUnavailable } from '@zing/kit/mongo/errors'
import { secondsSince } from '@zing/kit/observability/metrics'
import { withClientAddress } from '@zing/kit/observability/security-log'
import { inRequest } from '@zing/kit/observability/trace-context'
import { ORDINARY_CALLS } from '@zing/kit/overload/overload'
import { createRefusalLog } from '@zing/kit/overload/refusal-log'
import type { RateLimits } from '@zing/kit/rate-limits'
import { createKeyedQueue } from '@zing/kit/timing/concurrency'
import { type Caller, withinDeadline } from '@zing/kit/timing/deadline'
import { AppError, errors } from '@zing/proto/errors'
import type { ClientFrameOf } from '@zing/proto/frames/client'
import { REQUEST_ID_HEADER } from '@zing/proto/headers'
import { sendMessage as sendMessageContract } from '@zing/proto/http/chat'
import type { Message } from '@zing/proto/messages'
import type { Ctx } from '../../context.ts'
import { sendMessage } from '../../messages/send-message.ts'
import { sendDuration } from '../../metrics.ts'
import type { SocketPush } from '../push/push.ts'
import type { ClientSocket } from '../sockets/client-socket.ts'
import { createSendLane } from './send-lane.ts'

const DEADLINE_MS = ORDINARY_CALLS.deadlineMs

/** A SEND_MESSAGE with a readable id and other invalid fields. */
export interface InvalidDraft {
  type: 'SEND_MESSAGE'
  clientMessageId: string
  /** Text of the error response. */
  reason: string
}
export type Draft = ClientFrameOf<'SEND_MESSAGE'> | InvalidDraft

export type SendDraft = (draft: Draft) => Promise<void>

interface SocketRequest {
  socket: ClientSocket
  address: string | undefined
  arrivedAt: number
}

export interface MessageSender {
  /** Creates the handler for the SEND_MESSAGE frames of one socket. It responds to each frame. */
  forSocket(socket: ClientSocket, address: string | undefined): SendDraft
  /** Rejects waiting messages, and waits for running ones. */
  stop(): Promise<void>
}

export interface MessageSenderOptions {
  ctx: Ctx & { push: SocketPush }
  rateLimits: Pick<RateLimits, 'consume'>
  ensureActive(socket: ClientSocket): Promise<void>
}

/** Sends messages that arrive over sockets, under the rules of POST /api/messages: session, rate limit, lane and deadline. */
export function createMessageSender({ ctx, rateLimits, ensureActive }: MessageSenderOptions): MessageSender {
  const lane = createSendLane()
  const logRefusal = createRefusalLog(ctx.log)
  const unfinished = new Set<Promise<void>>()

  async function send({ socket, address, arrivedAt }: SocketRequest, draft: Draft): Promise<Message> {
    const { userId } = socket
    if (lane.isOverloaded()) throw new Refused()
    if (!socket.isConnected) throw errors.notSignedIn() // AUTH names the user for whom this tab sends
    await ensureActive(socket)
    await rateLimits.consume(sendMessageContract, { address: address ?? 'unknown', userId })
    if ('reason' in draft) throw errors.invalidRequest({ message: draft.reason })
    // this socket gets the message as its response
    const push: Ctx['push'] = (toId, aboutId, frame) =>
      ctx.push(toId, aboutId, frame, toId === userId && frame.type === 'MESSAGE_SENT' ? socket : undefined)
    return lane.run(arrivedAt + DEADLINE_MS, () => sendMessage({ ...ctx, push }, userId, draft))
  }

  function forSocket(socket: ClientSocket, address: string | undefined): SendDraft {
    const perReceiver = createKeyedQueue()

    function handle(draft: Draft): Promise<void> {
      const arrivedAt = performance.now()
      const { clientMessageId } = draft
      let isDone = false
      let hasResponded = false
      const caller: Caller = { isServed: () => isDone, hasLeft: () => !socket.isOpen(), onLeave: socket.onClose }
      const timeout = setTimeout(() => reject(errors.unavailable()), DEADLINE_MS) // running work writes nothing from now on

      function observe(status: number): void {
        hasResponded = true
        sendDuration.observe({ status }, secondsSince(arrivedAt))
      }

      function reject(error: unknown): void {
        if (hasResponded) return
        const { status, message, code: reason, retryAfterSeconds } = toAppError(error)
        if (error instanceof Refused) logRefusal()
        else if (status >= 500) ctx.log[status === 503 ? 'warn' : 'error']({ err: error }, 'SEND_MESSAGE failed')
        observe(status)
        const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
        socket.send({ type: 'ERROR', code: 'SEND_MESSAGE_FAILED', message, clientMessageId, status, reason, ...retry })
      }

      /** Responds even after the deadline, since the push leaves this socket out. */
      function respond(message: Message): void {
        if (!hasResponded) observe(sendMessageContract.status)
        socket.send({ type: 'MESSAGE_SENT', message })
      }

      async function run(): Promise<void> {
        try {
          respond(await send({ socket, address, arrivedAt }, draft))
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
      lane.stop()
      await Promise.all(unfinished)
    },
  }
}

/** An overload, which one log line counts. */
class Refused extends AppError {
  constructor() {
    super(503, errors.unavailable().body)
  }
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return isDatabaseUnavailable(error) ? errors.unavailable() : errors.internal()
}
