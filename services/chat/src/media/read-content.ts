import { readVoice } from '@zing/media/voice/read-voice'
import { errors } from '@zing/proto/errors'
import { PEAKS } from '@zing/proto/limits'
import type { Medium } from '../models/medium.ts'
import type { Content } from './content.ts'
import { encodePhoto } from './photo.ts'

const FLAT = Buffer.alloc(PEAKS).toString('base64url')

/** Reads an upload. Nothing of the file survives but the picture or the sound. */
export async function readContent(
  { kind, senderId }: Pick<Medium, 'kind' | 'senderId'>,
  file: Buffer | undefined,
  peaks: string = FLAT,
): Promise<Content> {
  if (!file) throw kind === 'photo' ? errors.invalidImage() : errors.invalidVoice()
  if (kind === 'photo') return encodePhoto(senderId, file)
  const { bytes, mimeType, durationMs } = readVoice(file)
  return { looks: { kind, durationMs, peaks }, mimeType, blobs: { audio: bytes } }
}
