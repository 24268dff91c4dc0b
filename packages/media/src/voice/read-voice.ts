import { VOICE_MAX_BYTES, VOICE_MAX_MS } from '@zing/proto/limits'
import { ensureValid } from './bytes.ts'
import { readMp4 } from './mp4/read-mp4.ts'
import { writeMp4 } from './mp4/write-mp4.ts'
import { readWebm } from './webm/read-webm.ts'
import { writeWebm } from './webm/write-webm.ts'

export interface Voice {
  bytes: Buffer
  mimeType: 'audio/mp4' | 'audio/webm'
  durationMs: number
}

const EBML = 0x1a45dfa3

/**
 * Writes the sound of a recording into a new file, so that nothing else of the upload survives.
 * Throws `errors.invalidVoice()`.
 */
export function readVoice(file: Buffer): Voice {
  ensureValid(file.length >= 4 && file.length <= VOICE_MAX_BYTES)
  if (file.readUInt32BE() === EBML) {
    const track = readWebm(file)
    return { bytes: writeWebm(track), mimeType: 'audio/webm', durationMs: shownDuration(track.durationMs) }
  }
  const track = readMp4(file)
  return { bytes: writeMp4(track), mimeType: 'audio/mp4', durationMs: shownDuration(track.durationMs) }
}

/** A recorder that stops at the limit adds the sound until it has stopped. */
function shownDuration(durationMs: number): number {
  return Math.min(Math.ceil(durationMs), VOICE_MAX_MS)
}
