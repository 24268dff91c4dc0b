import { numbers } from '../src/voice/bytes.ts'
import { box, full } from '../src/voice/mp4/write-box.ts'
import { IDS } from '../src/voice/webm/elements.ts'
import { writeOpusHead } from '../src/voice/webm/opus.ts'
import { element } from '../src/voice/webm/write-element.ts'

/** A frame of silence, mono. */
export const AAC_FRAME = Buffer.from('010002', 'hex')
/** A packet of 20 ms. */
export const OPUS_PACKET = Buffer.from('f8fffe', 'hex')
export const FRAME_MS = 1_024_000 / 44_100
export const PACKET_MS = 20

export interface Mp4Parts {
  ftyp?: Buffer
  tracks?: Buffer[]
  movie?: Buffer[]
  front?: Buffer[]
  back?: Buffer[]
  data?: Buffer
}

/** An MP4 as a recorder writes it: the track without frames, then the data, each part replaceable. */
export function mp4({ ftyp, tracks = [mp4Track()], movie = [], front = [], back = [], data }: Mp4Parts = {}): Buffer {
  const parts = [...tracks, ...movie]
  return Buffer.concat([
    ftyp ?? box('ftyp', Buffer.from('isom')),
    ...front,
    box('moov', ...parts),
    data ?? fragment(),
    ...back,
  ])
}

export interface TrackParts {
  handler?: string
  description?: Buffer
  table?: Buffer
}

export function mp4Track({
  handler = 'soun',
  description = aacDescription(),
  table = emptyTable(),
}: TrackParts = {}): Buffer {
  const stbl = box('stbl', full('stsd', 0, numbers(4, 1), description), table)
  const hdlr = full('hdlr', 0, numbers(4, 0), Buffer.from(handler), Buffer.alloc(13))
  return box('trak', full('tkhd', 0, numbers(4, 0, 0, 1, 0, 0)), box('mdia', hdlr, box('minf', stbl)))
}

function emptyTable(): Buffer {
  return table({ sizes: [], runs: [], offsets: [] })
}

export interface Table {
  sizes: number[]
  sharedSize?: number
  count?: number
  runs: number[][]
  offsets: number[]
  offsetCount?: number
}

export function table({
  sizes,
  sharedSize = 0,
  count = sizes.length,
  runs,
  offsets,
  offsetCount = offsets.length,
}: Table): Buffer {
  return Buffer.concat([
    full('stsz', 0, numbers(4, sharedSize, count, ...sizes)),
    full('stsc', 0, numbers(4, runs.length, ...runs.flat())),
    full('stco', 0, numbers(4, offsetCount, ...offsets)),
  ])
}

export interface AacParts {
  type?: string
  object?: number
  config?: Buffer
  version?: number
  streamFlags?: number
  /** Bytes that lengthen the length of the stream's descriptor. */
  lengthBytes?: number[]
  infoTag?: number
  boxes?: Buffer[]
}

/** The default is mono at 44.1 kHz. */
export function aacDescription({
  type = 'mp4a',
  object = 0x40,
  config = Buffer.from('1208', 'hex'),
  version = 0,
  streamFlags = 0,
  lengthBytes = [],
  infoTag = 5,
  boxes = [],
}: AacParts = {}): Buffer {
  const info = Buffer.concat([numbers(1, infoTag, config.length), config])
  const decoder = Buffer.concat([numbers(1, 4, 13 + info.length, object), Buffer.alloc(12), info])
  const stream = Buffer.concat([
    numbers(1, 3, ...lengthBytes, 3 + decoder.length),
    numbers(1, 0, 1, streamFlags),
    decoder,
  ])
  return box(type, Buffer.alloc(8), numbers(2, version), Buffer.alloc(18), full('esds', 0, stream), ...boxes)
}

export interface FragmentParts {
  frames?: Buffer[]
  track?: number
  count?: number
  dataOffset?: number
  header?: { flags: number; fields: Buffer }
}

/** A fragment in the shape of Chromium: offsets count from its moof. */
export function fragment({
  frames = [AAC_FRAME],
  track = 1,
  count = frames.length,
  dataOffset,
  header,
}: FragmentParts = {}): Buffer {
  const sizes = numbers(4, ...frames.map((frame) => frame.length))
  const { flags, fields } = header ?? { flags: 0x20000, fields: Buffer.alloc(0) }
  const tfhd = full('tfhd', flags, numbers(4, track), fields)
  const length = 8 + 8 + tfhd.length + 20 + sizes.length
  const trun = full('trun', 0x201, numbers(4, count), signed(dataOffset ?? length + 8), sizes)
  return Buffer.concat([box('moof', box('traf', tfhd, trun)), box('mdat', ...frames)])
}

function signed(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

export interface WebmParts {
  docType?: string
  tracks?: Buffer[]
  front?: Buffer[]
  clusters?: Buffer[]
  back?: Buffer[]
}

export function webm({
  docType = 'webm',
  tracks = [webmTrack()],
  front = [],
  clusters = [cluster()],
  back = [],
}: WebmParts = {}): Buffer {
  const segment = element(IDS.segment, ...front, element(IDS.tracks, ...tracks), ...clusters)
  return Buffer.concat([element(IDS.ebml, element(IDS.docType, Buffer.from(docType))), segment, ...back])
}

export interface WebmTrackParts {
  type?: number
  codec?: string
  head?: Buffer
  elements?: Buffer[]
}

export function webmTrack({
  type = 2,
  codec = 'A_OPUS',
  head = opusHead(),
  elements = [],
}: WebmTrackParts = {}): Buffer {
  const number = element(IDS.trackNumber, numbers(1, 1))
  const kind = element(IDS.trackType, numbers(1, type))
  return element(
    IDS.track,
    number,
    kind,
    element(IDS.codecId, Buffer.from(codec)),
    element(IDS.codecPrivate, head),
    ...elements,
  )
}

export function opusHead(channels = 1): Buffer {
  return writeOpusHead({ channels, preSkip: 312, inputRate: 48_000 })
}

export interface ClusterParts {
  atMs?: number
  blocks?: Buffer[]
}

export function cluster({ atMs = 0, blocks = [block()] }: ClusterParts = {}): Buffer {
  return element(IDS.cluster, element(IDS.timestamp, numbers(6, atMs)), ...blocks)
}

export function block({ track = 1, offsetMs = 0, flags = 0x80, packet = OPUS_PACKET } = {}): Buffer {
  return element(IDS.simpleBlock, numbers(1, 0x80 | track), numbers(2, offsetMs & 0xffff), numbers(1, flags), packet)
}
