import { ensureValid, readNumber } from '../bytes.ts'

export interface OpusHead {
  channels: number
  /** Samples of 48 kHz that a player leaves out at the start. */
  preSkip: number
  /** Sample rate before the encoding, in Hz. */
  inputRate: number
}

const HEAD_BYTES = 19
const MAX_PACKET_MS = 120
const MAX_PRE_SKIP = 48_000
/** Milliseconds of a frame, by the upper five bits of the first byte: SILK, hybrid and CELT modes. */
const SILK_MS = [10, 20, 40, 60]
const HYBRID_MS = [10, 20]
const CELT_MS = [2.5, 5, 10, 20]

/** Reads the head (RFC 7845) of a mono or stereo stream. */
export function readOpusHead(bytes: Buffer): OpusHead {
  ensureValid(bytes.length === HEAD_BYTES && bytes.toString('latin1', 0, 8) === 'OpusHead' && bytes[8] === 1)
  const channels = readNumber(bytes, 9, 1)
  const preSkip = bytes.readUInt16LE(10)
  ensureValid(channels >= 1 && channels <= 2 && preSkip <= MAX_PRE_SKIP && bytes[18] === 0)
  return { channels, preSkip, inputRate: bytes.readUInt32LE(12) }
}

export function writeOpusHead({ channels, preSkip, inputRate }: OpusHead): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES)
  bytes.write('OpusHead', 'latin1')
  bytes[8] = 1
  bytes[9] = channels
  bytes.writeUInt16LE(preSkip, 10)
  bytes.writeUInt32LE(inputRate, 12)
  return bytes
}

/** Milliseconds of sound in a packet (RFC 6716, section 3). */
export function packetMs(packet: Buffer): number {
  const first = readNumber(packet, 0, 1)
  const ms = frameMs(first >> 3) * frameCount(packet, first & 0b11)
  ensureValid(ms > 0 && ms <= MAX_PACKET_MS)
  return ms
}

function frameMs(config: number): number {
  if (config < 12) return Number(SILK_MS[config % 4])
  return config < 16 ? Number(HYBRID_MS[config % 2]) : Number(CELT_MS[config % 4])
}

function frameCount(packet: Buffer, code: number): number {
  if (code === 0) return 1
  return code === 3 ? readNumber(packet, 1, 1) & 0x3f : 2
}
