import { errors } from '@zing/proto/errors'
import { collectUploads } from '../collect-uploads.ts'

/**
 * Returns the bytes of a file or data URL if they start like a JPEG, PNG or WebP. Ignores the declared type (SEC-52).
 */
export function readPhoto(sent: string | Buffer): Buffer {
  collectUploads(sent)
  const bytes = typeof sent === 'string' ? readDataUrl(sent) : sent
  if (!bytes || !isImage(bytes)) throw errors.invalidImage()
  return bytes
}

function readDataUrl(dataUrl: string): Buffer | null {
  const text = dataUrl.slice(dataUrl.indexOf(',') + 1)
  const bytes = Buffer.from(text, 'base64')
  return isCanonical(text, bytes) ? bytes : null
}

/**
 * Rejects text that `Buffer.from` tolerates, which skips characters outside of base64. Does not encode all of it again.
 */
function isCanonical(text: string, bytes: Buffer): boolean {
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='))
  const isWhole = bytes.length === (text.length / 4) * 3 - padding
  const end = bytes.subarray(bytes.length - (3 - padding)).toString('base64')
  return isWhole && end === text.slice(-4) && !/[-_]/.test(text) // from the URL alphabet, which `Buffer.from` also accepts
}

function isImage(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12)
  const isWebp = head.startsWith('RIFF') && head.endsWith('WEBP')
  return isWebp || head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n')
}
