import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'

/** The bytes of a data URL, if they begin like a JPEG, PNG or WebP, whatever its label says (SEC-52). */
export function readDataUrl(dataUrl: string): Buffer {
  const text = dataUrl.slice(dataUrl.indexOf(',') + 1)
  const bytes = Buffer.from(text, 'base64') // skips what is no base64, hence the way back
  if (bytes.toString('base64') !== text || !isPicture(bytes)) throw new AppError(400, messages.invalidImage)
  return bytes
}

function isPicture(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12)
  const isWebp = head.startsWith('RIFF') && head.endsWith('WEBP')
  return isWebp || head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n')
}
