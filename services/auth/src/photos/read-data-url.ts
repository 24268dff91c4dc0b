import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'

const MAGIC = [
  { bytes: [0xff, 0xd8, 0xff], at: 0 }, // JPEG
  { bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], at: 0 }, // PNG
  { bytes: [0x57, 0x45, 0x42, 0x50], at: 8 }, // WebP, inside RIFF
]

/** The bytes of a data URL, if they begin like a JPEG, PNG or WebP, whatever its label says (SEC-52). */
export function readDataUrl(dataUrl: string): Buffer {
  const text = dataUrl.slice(dataUrl.indexOf(',') + 1)
  const bytes = Buffer.from(text, 'base64')
  const isStrict = bytes.length > 0 && bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '')
  if (!isStrict || !isPicture(bytes)) throw new AppError(400, messages.invalidImage)
  return bytes
}

function isPicture(bytes: Buffer): boolean {
  return MAGIC.some(({ bytes: magic, at }) => magic.every((byte, index) => bytes[at + index] === byte))
}
