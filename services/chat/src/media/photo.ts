import { createFairQueue } from '@zing/kit/overload/fair-queue'
import { toJpeg, within, withUpright } from '@zing/media/photos/encode'
import { thumbHashOf } from '@zing/media/photos/mosaic'
import { sharp } from '@zing/media/photos/sharp'
import { CHAT_PHOTO_PIXELS, CHAT_PHOTO_THUMB_PIXELS } from '@zing/proto/limits'
import type { Content } from './content.ts'

const MAX_PIXELS = 100_000_000

/** Decodes one picture at a time, so that only one takes memory. */
const photoQueue = createFairQueue<'photo'>({ capacity: 1, maxQueued: 50, maxWaitMs: 6_000 })

/** Encodes a photo anew in its turn: upright, without metadata, full and as a preview. 400 for bytes that are no picture. */
export function encodePhoto(owner: number, file: Buffer): Promise<Content> {
  return photoQueue.run('photo', () => withUpright(file, MAX_PIXELS, encode), { owner })
}

async function encode(upright: ReturnType<typeof sharp>): Promise<Content> {
  const full = await toJpeg(upright, within(CHAT_PHOTO_PIXELS))
  const thumb = await toJpeg(sharp(full), within(CHAT_PHOTO_THUMB_PIXELS))
  const { width, height } = await sharp(full).metadata()
  const hash = await thumbHashOf(thumb)
  return {
    looks: { kind: 'photo', width, height, placeholder: Buffer.from(hash).toString('base64') },
    mimeType: 'image/jpeg',
    blobs: { full, thumb },
  }
}
