import { randomUUID } from 'node:crypto'
import { encodePhoto } from '@zing/chat/media/photo'
import { pathOf, type ResponseOf } from '@zing/proto/endpoint'
import { sendMessage } from '@zing/proto/http/chat'
import { getMedia, putConversationSettings, uploadMedia } from '@zing/proto/http/media'
import sharp from 'sharp'
import type { Bench } from '../bench.ts'
import { type Pair, participantsOf } from '../load/chat.ts'

/** Noise: as many bytes as a usual photo in few pixels, so that the encoding costs little beside the rest. */
const SIDE = 500
const NOISE = { type: 'gaussian', mean: 128, sigma: 40 } as const

export interface PhotoMessages {
  /** Uploads a photo, sends its message and reads its preview as the receiver. */
  send(index: number): Promise<void>
  /** The encoding alone, in this process, by the function of chat. */
  encode(index: number): Promise<void>
}

export async function preparePhotoMessages({ product, request }: Bench, pairs: Pair[]): Promise<PhotoMessages> {
  const create = { width: SIDE, height: SIDE, channels: 3, background: '#000', noise: NOISE } as const
  const photo = await sharp({ create }).jpeg({ quality: 90 }).toBuffer()
  const takesAll = JSON.stringify({ photos: 'fromStart', voice: 'fromStart' })
  for (const [one, other] of pairs) {
    for (const [receiver, sender] of [
      [one, other],
      [other, one],
    ] as const) {
      const path = pathOf(putConversationSettings, { userId: sender.id })
      const headers = { cookie: receiver.cookie, 'content-type': 'application/json' }
      await call(path, { method: 'PUT', headers, body: takesAll })
    }
  }
  return { send, encode: async (index) => void (await encodePhoto(index, photo)) }

  async function send(index: number): Promise<void> {
    const [sender, receiver] = participantsOf(pairs, index)
    const clientMessageId = randomUUID()
    const query = new URLSearchParams({ kind: 'photo', clientMessageId, receiverId: String(receiver.id) })
    const headers = { cookie: sender.cookie, 'content-type': 'image/jpeg' }
    const uploaded = await call(`${pathOf(uploadMedia)}?${query}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(photo),
    })
    const { id: mediaId } = (await uploaded.json()) as ResponseOf<typeof uploadMedia> // the product checks it
    await request(pathOf(sendMessage), { cookie: sender.cookie }, { receiverId: receiver.id, clientMessageId, mediaId })
    await request(`${pathOf(getMedia, { id: mediaId })}?size=thumb`, { cookie: receiver.cookie })
  }

  async function call(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${product.url}${path}`, init)
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response
  }
}
