import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'

/** Decodes a data URL whose bytes start like a JPEG, PNG or WebP; the declared type is ignored (SEC-52). */
export function readDataUrl(dataUrl: string): Buffer {
  const text = dataUrl.slice(dataUrl.indexOf(',') + 1)
  const bytes = Buffer.from(text, 'base64') // skips invalid characters, hence the round trip
  if (bytes.toString('base64') !== text || !isImage(bytes)) throw new AppError(400, messages.invalidImage)
  return bytes
}

function isImage(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12)
  const isWebp = head.startsWith('RIFF') && head.endsWith('WEBP')
  return isWebp || head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n')
}
