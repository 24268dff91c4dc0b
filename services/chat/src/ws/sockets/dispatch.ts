import { firstMessage } from '@zing/kit/errors'
import { isDatabaseUnavailable } from '@zing/kit/mongo/errors'
import type { Log } from '@zing/kit/observability/logger'
import { AppError, errors } from '@zing/proto/errors'
import { clientMessageId } from '@zing/proto/fields'
import { ClientFrame } from '@zing/proto/frames/client'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { BAD_FRAMES_MAX, FRAMES_BURST, FRAMES_PER_SECOND, WAITING_FRAMES_MAX } from '@zing/proto/limits'
import { createTokenBucket } from '@zing/proto/retries/token-bucket'
import { z } from 'zod/mini'
import { frames } from '../../metrics.ts'
import type { Draft, SendDraft } from '../sending/message-sender.ts'
import type { ClientSocket } from './client-socket.ts'
import type { OrdinaryFrame } from './handlers.ts'

export interface DispatchOptions {
  socket: Pick<ClientSocket, 'send' | 'close' | 'isEnded' | 'takeCredit'>
  log: Log
  handle(frame: OrdinaryFrame): Promise<void>
  /** Orders messages by itself, responds to each, and never rejects. */
  sendDraft: SendDraft
}

export interface Dispatch {
  onFrame(text: string): void
  /** Resolves when all frames are handled. It does not wait for messages. */
  finished(): Promise<void>
}

const DraftId = z.object({ type: z.literal('SEND_MESSAGE'), clientMessageId })

/**
 * Handles the frames of one socket in order, so that MARK_READ cannot overtake an earlier frame. Messages have an order of
 * their own, and do not wait behind a slow frame or conversation.
 */
export function createDispatch({ socket, log, handle, sendDraft }: DispatchOptions): Dispatch {
  const rate = createTokenBucket(FRAMES_PER_SECOND, FRAMES_BURST)
  let queue = Promise.resolve()
  let queued = 0
  let badFrames = 0

  function sendError({ type }: OrdinaryFrame, err: unknown): void {
    const expected = err instanceof AppError ? err : isDatabaseUnavailable(err) ? errors.unavailable() : null
    if (!expected) log.error({ err, type }, 'frame failed')
    const { message, code: reason } = expected ?? errors.internal()
    socket.send({ type: 'ERROR', code: `${type}_FAILED`, message, reason })
  }

  async function handleUnlessEnded(frame: OrdinaryFrame): Promise<void> {
    if (!socket.isEnded()) await handle(frame)
  }

  function start(frame: OrdinaryFrame | Draft): Promise<void> {
    if (frame.type === 'SEND_MESSAGE') return sendDraft(frame)
    queue = queue.then(() => handleUnlessEnded(frame)).catch((err: unknown) => sendError(frame, err))
    return queue
  }

  function onFrame(text: string): void {
    if (socket.isEnded()) return
    // other users decide how many messages a client has to confirm
    if (!rate.take() && !socket.takeCredit()) return socket.close(CloseCode.overloaded)
    const frame = readFrame(text)
    if (frame.type === 'BAD_FRAME') {
      socket.send({ type: 'ERROR', code: frame.type, message: frame.reason })
      if (++badFrames >= BAD_FRAMES_MAX) socket.close(CloseCode.policy)
      return
    }
    frames.inc({ direction: 'in', type: frame.type })
    if (++queued > WAITING_FRAMES_MAX) return socket.close(CloseCode.overloaded)

    void start(frame).finally(() => {
      queued -= 1
    })
  }

  return { onFrame, finished: () => queue }
}

/** A message with wrong content is not a bad frame, since a user may have typed it. Its error can name its id. */
function readFrame(text: string): ClientFrame | Draft | { type: 'BAD_FRAME'; reason: string } {
  const json = parseJson(text)
  const frame = ClientFrame.safeParse(json)
  if (frame.success) return frame.data
  const draft = DraftId.safeParse(json)
  const reason = firstMessage(frame.error)
  return draft.success ? { ...draft.data, reason } : { type: 'BAD_FRAME', reason }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
