import { request } from '@zing/kit/nats/rpc'
import { getMediaPart } from '@zing/proto/nats/rpc/chat'
import { membersOf } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import type { ExportFile } from './export-file.ts'
import { patiently } from './pages.ts'

const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'audio/mp4': 'm4a', 'audio/webm': 'webm' }

/** A photo or recording that a message names. */
export interface NamedMedium {
  partnerId: number
  mediaId: number
}

/** The photos and recordings of the messages in a copy. Leaves out media deleted meanwhile. */
export async function* mediaFiles(
  ctx: Ctx,
  userId: number,
  media: NamedMedium[],
  signal: AbortSignal,
): AsyncGenerator<ExportFile> {
  for (const { partnerId, mediaId } of media) {
    const userIds = membersOf(userId, partnerId)
    const fetchPart = (offset: number) =>
      patiently(() => request(ctx.nats, getMediaPart, { userIds, mediaId, offset }), signal)
    const first = await fetchPart(0)
    if (!first) continue
    const name = `chat/media/${mediaId}.${EXTENSIONS[first.mimeType] ?? 'bin'}`
    yield { name, isCompressed: true, parts: partsOf(first, fetchPart) }
  }
}

interface Part {
  part: string
  totalBytes: number
}

/** The file stays short if the medium is deleted while it is read. */
async function* partsOf(first: Part, fetchPart: (offset: number) => Promise<Part | null>): AsyncGenerator<Uint8Array> {
  let next: Part | null = first
  for (let offset = 0; next; ) {
    const bytes: Buffer = Buffer.from(next.part, 'base64')
    yield bytes
    offset += bytes.length
    next = bytes.length > 0 && offset < next.totalBytes ? await fetchPart(offset) : null
  }
}
