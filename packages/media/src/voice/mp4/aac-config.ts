import { errors } from '@zing/proto/errors'
import { ensureValid, readNumber, slice } from '../bytes.ts'
import { listBoxes, onlyBox } from './boxes.ts'

export interface AacConfig {
  sampleRate: number
  /** Index of the sample rate in the table of the standard. */
  rateIndex: number
  channels: number
}

export const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
/** Every frame of the profile; the standard's 960 is refused. */
export const SAMPLES_PER_FRAME = 1_024
export const FRAME_BYTES_PER_CHANNEL = 768

const SAMPLE_ENTRY = 28
const ES_DESCRIPTOR = 3
const DECODER_CONFIG = 4
const DECODER_INFO = 5
const ES_FLAGS = 2
const DECODER_CONFIG_FIELDS = 13
const MPEG4_AUDIO = 0x40
const LOW_COMPLEXITY = 2
const MAX_CHANNELS = 2
const SBR_EXTENSION = 0x2b7
const SBR = 5

/** Reads the only sample description (box stsd), which must be AAC-LC without encryption. */
export function readAacConfig(description: Buffer): AacConfig {
  const entries = listBoxes(description.subarray(8))
  const entry = onlyBox(entries, 'mp4a')
  ensureValid(entries.length === 1 && readNumber(entry, 8, 2) === 0) // version: the others are of QuickTime
  const boxes = listBoxes(entry.subarray(SAMPLE_ENTRY))
  ensureValid(!boxes.some((box) => box.type === 'sinf'))
  return readSpecificConfig(decoderInfo(onlyBox(boxes, 'esds')))
}

/** The descriptors of esds, each in the one before. */
function decoderInfo(esds: Buffer): Buffer {
  const stream = findDescriptor(slice(esds, 4, esds.length - 4), ES_DESCRIPTOR)
  ensureValid(readNumber(stream, ES_FLAGS, 1) >> 5 === 0) // no dependent stream, address or clock
  const config = findDescriptor(slice(stream, 3, stream.length - 3), DECODER_CONFIG)
  ensureValid(readNumber(config, 0, 1) === MPEG4_AUDIO)
  return findDescriptor(slice(config, DECODER_CONFIG_FIELDS, config.length - DECODER_CONFIG_FIELDS), DECODER_INFO)
}

/** The first descriptor, which must have the tag. Its length is written in 7 bits per byte, at most 4 of them. */
function findDescriptor(bytes: Buffer, tag: number): Buffer {
  ensureValid(readNumber(bytes, 0, 1) === tag)
  let length = 0
  for (let at = 1; at <= 4; at++) {
    const byte = readNumber(bytes, at, 1)
    length = length * 128 + (byte & 0x7f)
    if (byte < 0x80) return slice(bytes, at + 1, length)
  }
  throw errors.invalidVoice()
}

/** AudioSpecificConfig: 5 bits of profile, 4 of rate, 4 of channels, 3 flags that must be off. */
function readSpecificConfig(info: Buffer): AacConfig {
  const bits = readNumber(info, 0, 2)
  const rateIndex = (bits >> 7) & 0x0f
  const channels = (bits >> 3) & 0x0f
  const sampleRate = SAMPLE_RATES[rateIndex]
  ensureValid(bits >> 11 === LOW_COMPLEXITY && sampleRate && channels <= MAX_CHANNELS)
  ensureValid((bits & 0b111) === 0 && !hasSbr(info))
  return { sampleRate, rateIndex, channels }
}

/** An extension that says "no SBR" is common. If it says yes, the stream has another profile. */
function hasSbr(info: Buffer): boolean {
  if (info.length < 5) return false
  const bits = readNumber(info, 2, 3)
  return bits >> 13 === SBR_EXTENSION && ((bits >> 8) & 0x1f) === SBR && ((bits >> 7) & 1) === 1
}
