import { AppError, firstMessage, unavailable } from '@zing/kit/errors'
import { isDatabaseUnavailable } from '@zing/kit/mongo/errors'
import type { Log } from '@zing/kit/observability/logger'
import { ClientFrame } from '@zing/proto/frames/client'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { messages } from '@zing/proto/http/errors'
import { BAD_FRAMES_MAX, FRAMES_BURST, FRAMES_PER_SECOND, WAITING_FRAMES_MAX } from '@zing/proto/limits'
import { frames } from '../metrics.ts'
import type { Session } from './session.ts'
import { createTokenBucket } from './token-bucket.ts'

export interface DispatchOptions {
  session: Pick<Session, 'send' | 'close' | 'isEnded'>
  log: Log
  handle(frame: ClientFrame): Promise<void>
}

/** Handles the frames of one socket in order, so that MARK_READ cannot overtake an earlier frame. */
export function createDispatch({ session, log, handle }: DispatchOptions) {
  const rate = createTokenBucket(FRAMES_PER_SECOND, FRAMES_BURST)
  let queue = Promise.resolve()
  let queued = 0
  let badFrames = 0

  function sendError({ type }: ClientFrame, err: unknown): void {
    const expected = err instanceof AppError ? err : isDatabaseUnavailable(err) ? unavailable() : null
    if (!expected) log.error({ err, type }, 'frame failed')
    session.send({ type: 'ERROR', code: `${type}_FAILED`, message: expected?.message ?? messages.internal })
  }

  return function onFrame(text: string): void {
    if (session.isEnded()) return
    if (!rate.take()) return session.close(CloseCode.overloaded)
    const frame = ClientFrame.safeParse(parseJson(text))
    if (!frame.success) {
      session.send({ type: 'ERROR', code: 'BAD_FRAME', message: firstMessage(frame.error) })
      if (++badFrames >= BAD_FRAMES_MAX) session.close(CloseCode.policy)
      return
    }
    frames.inc({ direction: 'in', type: frame.data.type })
    if (++queued > WAITING_FRAMES_MAX) return session.close(CloseCode.overloaded)

    queue = queue
      .then(() => handle(frame.data))
      .catch((err: unknown) => sendError(frame.data, err))
      .finally(() => {
        queued -= 1
      })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
