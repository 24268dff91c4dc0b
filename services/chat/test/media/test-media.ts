import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sharp } from '@zing/media/photos/sharp'
import * as chat from '@zing/proto/http/chat'
import * as contract from '@zing/proto/http/media'
import type { TestUser } from '../test-users.ts'

type Caller = Pick<TestUser, 'call'>

export function picture(width = 60, height = 40): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#d9214e' } })
    .jpeg()
    .toBuffer()
}

export function recording(): Promise<Buffer> {
  return readFile(new URL('../../../../packages/media/test/recordings/chromium.webm', import.meta.url))
}

export const photoFile = (bytes: Buffer, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type })

interface Upload {
  kind?: 'photo' | 'voice'
  clientMessageId?: string
  peaks?: string
}

/** Uploads bytes for a message from one user to another. */
export function upload(
  from: Caller,
  to: Pick<TestUser, 'userId'>,
  body: Blob,
  { kind = 'photo', clientMessageId = randomUUID(), peaks }: Upload = {},
) {
  const query = { kind, clientMessageId, receiverId: to.userId, ...(peaks && { peaks }) }
  return from.call(contract.uploadMedia, { query, body })
}

/** Uploads a photo and sends its message. Returns both answers. */
export async function sendPhoto(from: Caller, to: Pick<TestUser, 'userId'>, more: Record<string, unknown> = {}) {
  const clientMessageId = randomUUID()
  const { body: medium } = await upload(from, to, photoFile(await picture()), { clientMessageId })
  const body = { receiverId: to.userId, clientMessageId, mediaId: medium.id, ...more }
  return { medium, clientMessageId, sent: await from.call(chat.sendMessage, { body }) }
}
