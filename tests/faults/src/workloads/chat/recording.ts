import { readFileSync } from 'node:fs'
import { readMp4 } from '@zing/media/voice/mp4/read-mp4'
import { readWebm } from '@zing/media/voice/webm/read-webm'

const FOLDER = new URL('../../../../../packages/media/test/recordings/', import.meta.url)
/** Bytes at the end of a frame of sound, which no server decodes. */
const MARK_BYTES = 4

/** Recordings that differ in one frame of sound, as Chromium and Safari make them. */
const ORIGINALS = [
  { type: 'audio/webm', name: 'chromium.webm', framesOf: (file: Buffer) => readWebm(file).packets.map((p) => p.bytes) },
  { type: 'audio/mp4', name: 'fragmented.mp4', framesOf: (file: Buffer) => readMp4(file).frames },
].map(({ type, name, framesOf }) => {
  const file = readFileSync(new URL(name, FOLDER))
  const frames = framesOf(file).map((frame) => ({ at: frame.byteOffset - file.byteOffset, length: frame.length }))
  const { at, length } = frames.reduce((longest, frame) => (frame.length > longest.length ? frame : longest))
  return { type, file, frames, markAt: at + length - MARK_BYTES }
})

/** A recording with this number in its sound, so that its bytes tell which message they belong to. */
export function recordingOf(number: number): { type: string; bytes: Buffer } {
  const { type, file, markAt } = originalOf(number)
  const bytes = Buffer.from(file)
  bytes.writeUInt32BE(number, markAt)
  return { type, bytes }
}

/** True if `bytes` hold every frame of the recording with this number, in order. The server writes another container. */
export function isRecordingOf(number: number, bytes: Buffer): boolean {
  const sent = recordingOf(number).bytes
  let end = 0
  return originalOf(number).frames.every(({ at, length }) => {
    const found = bytes.indexOf(sent.subarray(at, at + length), end)
    end = found + length
    return found >= 0
  })
}

function originalOf(number: number) {
  return ORIGINALS[number % ORIGINALS.length] as (typeof ORIGINALS)[number] // within the list
}
