import { numbers } from '../bytes.ts'
import { IDS } from './elements.ts'
import { writeOpusHead } from './opus.ts'
import type { OpusPacket, OpusTrack } from './read-webm.ts'
import { element } from './write-element.ts'

const CLUSTER_MS = 5_000
const OPUS_RATE = 48_000
const SEEK_PRE_ROLL = 80_000_000 // nanoseconds, as the format of Opus in WebM asks
const IS_KEYFRAME = 0x80

/** Writes a WebM with a duration and an index, so that players can seek by ranges. */
export function writeWebm(track: OpusTrack): Buffer {
  const clusters = group(track.packets).map((packets) => ({ atMs: Number(packets[0]?.atMs), bytes: cluster(packets) }))
  const front = Buffer.concat([info(track.durationMs), trackEntry(track)])
  const clustersAt = front.length + cues(clusters, 0).length
  const content = [front, cues(clusters, clustersAt), ...clusters.map(({ bytes }) => bytes)]
  const header = element(IDS.ebml, element(IDS.docType, Buffer.from('webm')), ...versions())
  return Buffer.concat([header, element(IDS.segment, ...content)])
}

/** Version 4 of the format has the fields of Opus; players of version 2 can read it. */
function versions(): Buffer[] {
  const docTypeVersion = 0x4287
  const docTypeReadVersion = 0x4285
  return [element(docTypeVersion, numbers(1, 4)), element(docTypeReadVersion, numbers(1, 2))]
}

function info(durationMs: number): Buffer {
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(durationMs)
  const app = Buffer.from('zing')
  return element(
    IDS.info,
    element(IDS.timestampScale, numbers(3, 1_000_000)),
    element(IDS.duration, duration),
    element(IDS.muxingApp, app),
    element(IDS.writingApp, app),
  )
}

function trackEntry(track: OpusTrack): Buffer {
  const rate = Buffer.alloc(8)
  rate.writeDoubleBE(OPUS_RATE)
  const delay = Math.round((track.preSkip * 1_000_000_000) / OPUS_RATE)
  return element(
    IDS.tracks,
    element(
      IDS.track,
      element(IDS.trackNumber, numbers(1, 1)),
      element(IDS.trackUid, numbers(1, 1)),
      element(IDS.trackType, numbers(1, 2)),
      element(IDS.codecId, Buffer.from('A_OPUS')),
      element(IDS.codecPrivate, writeOpusHead(track)),
      element(IDS.codecDelay, numbers(4, delay)),
      element(IDS.seekPreRoll, numbers(4, SEEK_PRE_ROLL)),
      element(IDS.audio, element(IDS.samplingFrequency, rate), element(IDS.channels, numbers(1, track.channels))),
    ),
  )
}

/** Packets of CLUSTER_MS each; a block's offset within its cluster has 16 bits. */
function group(packets: OpusPacket[]): OpusPacket[][] {
  const groups: OpusPacket[][] = []
  for (const packet of packets) {
    const last = groups.at(-1)
    if (last && packet.atMs - Number(last[0]?.atMs) < CLUSTER_MS) last.push(packet)
    else groups.push([packet])
  }
  return groups
}

function cluster(packets: OpusPacket[]): Buffer {
  const startMs = Number(packets[0]?.atMs)
  const blocks = packets.map(({ atMs, bytes }) =>
    element(IDS.simpleBlock, numbers(1, 0x81), numbers(2, atMs - startMs), numbers(1, IS_KEYFRAME), bytes),
  )
  return element(IDS.cluster, element(IDS.timestamp, numbers(4, startMs)), ...blocks)
}

function cues(clusters: { atMs: number; bytes: Buffer }[], firstAt: number): Buffer {
  let at = firstAt
  const points = clusters.map(({ atMs, bytes }) => {
    const position = element(
      IDS.cueTrackPositions,
      element(IDS.cueTrack, numbers(1, 1)),
      element(IDS.cueClusterPosition, numbers(4, at)),
    )
    at += bytes.length
    return element(IDS.cuePoint, element(IDS.cueTime, numbers(4, atMs)), position)
  })
  return element(IDS.cues, ...points)
}
