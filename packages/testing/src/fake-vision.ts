import { connectNats } from '@zing/kit/nats/connection'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import { errors } from '@zing/proto/errors'
import { lookAtPicture } from '@zing/proto/nats/rpc/vision'
import type { PictureWants, SeenPicture } from '@zing/proto/vision/seen-picture'

type Answer = SeenPicture | 'away'

/** Stands for vision: answers each question as the test says. A promise that waits makes it stall. */
export async function serveFakeVision(
  natsUrl: string,
  answer: (wants: PictureWants, picture: Buffer) => Answer | Promise<Answer>,
): Promise<{ asked: PictureWants[]; stop(): Promise<void> }> {
  const nats = connectNats(natsUrl, 'vision', createLog('vision', 'silent'))
  const asked: PictureWants[] = []
  serveRpc(nats, 'vision', [
    rpcHandler(lookAtPicture, async ({ picture, wants }) => {
      asked.push(wants)
      const seen = await answer(wants, Buffer.from(picture, 'base64'))
      if (seen === 'away') throw errors.unavailable()
      return seen
    }),
  ])
  await (await nats.connection).flush()
  return { asked, stop: () => nats.drain() }
}
