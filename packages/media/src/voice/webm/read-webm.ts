import { ensureValid, readNumber, readSigned, slice } from '../bytes.ts'
import { RECORDED_MAX_MS } from '../duration.ts'
import {
  type Element,
  IDS,
  lengthOfVint,
  listElements,
  MAX_ELEMENTS,
  onlyElement,
  optionalElement,
  readElement,
  readUnsigned,
  readVint,
} from './elements.ts'
import { type OpusHead, packetMs, readOpusHead } from './opus.ts'

export interface OpusPacket {
  /** From the first packet on. */
  atMs: number
  bytes: Buffer
}

export interface OpusTrack extends OpusHead {
  packets: OpusPacket[]
  durationMs: number
}

const AUDIO = 2
const NANOSECONDS_PER_MS = 1_000_000
const LACING = 0b110
/** The children of clusters; every other element belongs to the level of the segment. */
const BLOCKS = [IDS.simpleBlock, IDS.blockGroup]

/** Reads a WebM with one track, Opus. Clusters and the segment may have no length, as recorders write them. */
export function readWebm(file: Buffer): OpusTrack {
  const header = readElement(file, 0)
  ensureValid(onlyElement(listElements(header.content), IDS.docType).toString('latin1') === 'webm')
  const segment = readElement(file, header.end)
  ensureValid(segment.id === IDS.segment && segment.end === file.length)

  const elements = flatten(segment.content)
  ensureValid(!elements.some(({ id }) => id === IDS.attachments))
  const scale = optionalElement(
    listElements(optionalElement(elements, IDS.info) ?? Buffer.alloc(0)),
    IDS.timestampScale,
  )
  ensureValid(!scale || readUnsigned(scale) === NANOSECONDS_PER_MS)
  const track = listElements(onlyElement(listElements(onlyElement(elements, IDS.tracks)), IDS.track))
  ensureValid(readUnsigned(onlyElement(track, IDS.trackType)) === AUDIO)
  ensureValid(onlyElement(track, IDS.codecId).toString('latin1') === 'A_OPUS')
  ensureValid(!track.some(({ id }) => id === IDS.contentEncodings))
  const head = readOpusHead(onlyElement(track, IDS.codecPrivate))
  const number = readUnsigned(onlyElement(track, IDS.trackNumber))
  return { ...head, ...readPackets(elements, number) }
}

/** The elements of the segment and of its clusters in one list. A cluster's length says nothing that is needed. */
function flatten(segment: Buffer): Element[] {
  const elements: Element[] = []
  let at = 0
  while (at < segment.length) {
    const element = readElement(segment, at)
    elements.push(element)
    ensureValid(elements.length <= MAX_ELEMENTS)
    at = element.id === IDS.cluster ? element.contentAt : element.end
  }
  return elements
}

function readPackets(elements: Element[], track: number): Pick<OpusTrack, 'packets' | 'durationMs'> {
  const packets: OpusPacket[] = []
  let clusterAt = 0
  let startAt: number | null = null
  let playedMs = 0
  let endAt = 0
  for (const { id, content } of elements) {
    if (id === IDS.timestamp) clusterAt = readUnsigned(content)
    if (!BLOCKS.includes(id)) continue
    const block = readBlock(id === IDS.blockGroup ? onlyElement(listElements(content), IDS.block) : content, track)
    startAt ??= clusterAt + block.offsetMs
    const atMs = clusterAt + block.offsetMs - startAt
    const ms = packetMs(block.bytes)
    playedMs += ms
    ensureValid(atMs >= (packets.at(-1)?.atMs ?? 0) && Math.max(atMs + ms, playedMs) <= RECORDED_MAX_MS)
    endAt = atMs + ms
    packets.push({ atMs, bytes: block.bytes })
  }
  ensureValid(packets.length > 0)
  return { packets, durationMs: Math.max(endAt, playedMs) }
}

/** A block: track, signed offset from the cluster's time, flags, and one packet. */
function readBlock(block: Buffer, track: number): { offsetMs: number; bytes: Buffer } {
  ensureValid(readVint(block, 0) === track)
  const at = lengthOfVint(block, 0, 8)
  ensureValid((readNumber(block, at + 2, 1) & LACING) === 0)
  return { offsetMs: readSigned(block, at, 2), bytes: slice(block, at + 3, block.length - at - 3) }
}
