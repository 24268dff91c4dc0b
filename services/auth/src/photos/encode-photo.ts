import type { Ctx } from '../context.ts'
import { type AttemptLimit, takePhotoAttempt } from './photo-attempts.ts'
import { photoQueue } from './photo-queue.ts'
import { type Jpegs, toJpegs } from './to-jpegs.ts'

/** Encodes a signed-in user's photo in its turn. The attempt counts only then, so a 503 of the queue costs none. */
export function encodePhoto(ctx: Ctx, userId: number, sent: string | Buffer, limit: AttemptLimit): Promise<Jpegs> {
  const work = async () => {
    await takePhotoAttempt(ctx, userId, limit)
    return toJpegs(sent)
  }
  return photoQueue.run('profile', work, { owner: userId })
}
