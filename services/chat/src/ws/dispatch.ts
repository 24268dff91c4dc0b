import { AppError, firstMessage } from '@zing/kit/errors'
import { ClientFrame } from '@zing/proto/frames/client'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { messages } from '@zing/proto/http/errors'
import { BAD_FRAMES_MAX, FRAMES_BURST, FRAMES_PER_SECOND, WAITING_FRAMES_MAX } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { handlers } from './handlers.ts'
import type { Peer } from './peer.ts'
import { createBucket } from './rate.ts'

/** Frames of one socket run one after another, so MARK_READ cannot overtake the message it reads. */
export function createDispatch(ctx: Ctx, peer: Peer) {
  const { session } = peer
  const rate = createBucket(FRAMES_PER_SECOND, FRAMES_BURST)
  let queue = Promise.resolve()
  let waiting = 0
  let badFrames = 0

  return function onFrame(text: string): void {
    if (!rate.take()) return session.close(CloseCode.overloaded)
    const frame = ClientFrame.safeParse(parseJson(text))
    if (!frame.success) {
      session.send({ type: 'ERROR', code: 'BAD_FRAME', message: firstMessage(frame.error) })
      if (++badFrames >= BAD_FRAMES_MAX) session.close(CloseCode.policy)
      return
    }
    if (++waiting > WAITING_FRAMES_MAX) return session.close(CloseCode.overloaded)

    queue = queue
      .then(() => handle(ctx, peer, frame.data))
      .catch((err: unknown) => answerError(ctx, peer, frame.data, err))
      .finally(() => {
        waiting -= 1
      })
  }
}

type AnyHandler = (ctx: Ctx, peer: Peer, frame: ClientFrame) => Promise<void>

function handle(ctx: Ctx, peer: Peer, frame: ClientFrame): Promise<void> {
  const handler = handlers[frame.type] as AnyHandler // the table ties key to frame; TypeScript loses that here
  return handler(ctx, peer, frame)
}

function answerError(ctx: Ctx, { session }: Peer, { type }: ClientFrame, err: unknown): void {
  const isExpected = err instanceof AppError
  if (!isExpected) ctx.log.error({ err, type }, 'frame failed')
  session.send({ type: 'ERROR', code: `${type}_FAILED`, message: isExpected ? err.message : messages.internal })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
