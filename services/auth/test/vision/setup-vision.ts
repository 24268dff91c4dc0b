import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { errors } from '@zing/proto/errors'
import { reportBanMatch, reportPhoto } from '@zing/proto/nats/rpc/admin'
import type { RpcInput } from '@zing/proto/nats/rpc/contract'
import type { PictureWants, SeenPicture } from '@zing/proto/vision/seen-picture'
import { serveFakeVision } from '@zing/testing/fake-vision'
import { WAIT } from '@zing/testing/wait'
import sharp from 'sharp'
import { expect, vi } from 'vitest'
import type { Times } from '../../src/times.ts'
import { setupDoor } from '../door/setup-door.ts'
import { dataUrl } from '../pictures.ts'

type Answer = SeenPicture | 'away' | Promise<SeenPicture>

/** Starts auth beside a fake vision and a fake admin. */
export async function setupVision(times: Times = {}) {
  const auth = await setupDoor(1, {}, times)
  const state = {
    /** Answers a question about a picture whose grey is from 0 to 255. */
    answer: (_wants: PictureWants, _grey: number): Answer => ({}),
    isAdminAway: false,
    /** Users whose case takes no more photos. */
    full: new Set<number>(),
  }
  const start = () =>
    serveFakeVision(auth.env.NATS_URL, async (wants, picture) => {
      const { channels } = await sharp(picture).stats()
      return state.answer(wants, Math.round(channels[0]?.mean ?? 0))
    })

  const flagged: RpcInput<typeof reportPhoto>[] = []
  const matches: RpcInput<typeof reportBanMatch>[] = []
  serveRpc(auth.nats, 'admin', [
    rpcHandler(reportPhoto, async (photo) => {
      if (state.isAdminAway) throw errors.unavailable()
      if (state.full.has(photo.userId)) throw errors.caseFull()
      flagged.push(photo)
      return { isStored: true }
    }),
    rpcHandler(reportBanMatch, async (match) => {
      matches.push(match)
      return { isStored: true }
    }),
  ])
  await (await auth.nats.connection).flush()

  const questions = auth.db.collection<{ _id: string; userId: number; attempts: number }>('picturesToSee')
  return {
    ...auth,
    state,
    startVision: start,
    flagged,
    matches,
    questions,
    /** Resolves when vision has looked at every picture, and auth has stored what it saw. */
    allSeen: () => vi.waitFor(async () => expect(await questions.countDocuments()).toBe(0), WAIT),
  }
}

/** A photo in one grey. */
export async function grey(level: number): Promise<string> {
  const background = { r: level, g: level, b: level }
  return dataUrl(
    await sharp({ create: { width: 60, height: 90, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  )
}
