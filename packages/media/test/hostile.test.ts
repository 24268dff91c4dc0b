import { createHash } from 'node:crypto'
import { AppError, errors } from '@zing/proto/errors'
import { VOICE_MAX_BYTES } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { numbers } from '../src/voice/bytes.ts'
import { box, full } from '../src/voice/mp4/write-box.ts'
import { readVoice } from '../src/voice/read-voice.ts'
import { IDS } from '../src/voice/webm/elements.ts'
import { element } from '../src/voice/webm/write-element.ts'
import {
  AAC_FRAME,
  aacDescription,
  block,
  cluster,
  fragment,
  mp4,
  mp4Track,
  opusHead,
  table,
  webm,
  webmTrack,
} from './files.ts'
import { RECORDINGS, recording } from './recordings/recordings.ts'

const HUGE = 0xffffffff
const EMPTY_SEGMENT = Buffer.concat([Buffer.from('1a45dfa3874282847765626d', 'hex'), Buffer.from('18538067ff', 'hex')])
const FRAMES_PER_MINUTE = 2_584
const HASHED = Buffer.alloc(32_000_000)

test('the builders of this file build valid recordings', () => {
  expect(readVoice(mp4())).toMatchObject({ mimeType: 'audio/mp4' })
  expect(readVoice(mp4({ tracks: [mp4Track({ table: placed() })], data: plainData() })).durationMs).toEqual(47)
  expect(readVoice(webm())).toMatchObject({ mimeType: 'audio/webm', durationMs: 20 })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['three bytes', Buffer.alloc(3)],
  ['zeros', Buffer.alloc(VOICE_MAX_BYTES)],
  ['a JPEG', Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')],
  ['HTML in front of a recording', Buffer.concat([Buffer.from('<html><script>'), mp4()])],
  ['HTML in front of WebM', Buffer.concat([Buffer.from('<html><script>'), webm()])],
  ['a ZIP in front', Buffer.concat([Buffer.from('PK\u0003\u0004'), mp4()])],
  ['a ZIP behind an MP4', mp4({ back: [Buffer.from('PK\u0005\u0006 the end of a ZIP')] })],
  ['a ZIP behind a WebM', webm({ back: [Buffer.from('PK\u0005\u0006 the end of a ZIP')] })],
  ['a WebM behind a WebM', webm({ back: [webm()] })],
  ['a WAV', Buffer.from('RIFF\u0024\u0000\u0000\u0000WAVEfmt ')],
  ['an Ogg', Buffer.from('OggS\u0000\u0002 OpusHead')],
  ['Opus in MP4', recording('chromium-opus.mp4')],
  ['MP3 in MP4', recording('mp3.mp4')],
  ['a video in MP4', recording('video.mp4')],
  ['a video in WebM', recording('video.webm')],
  ['Vorbis in WebM', recording('vorbis.webm')],
])('SEC-158 when a recording is %s, it is refused', refuses)

test.each([
  ['no file type first', mp4({ ftyp: box('free') })],
  ['no movie', Buffer.concat([box('ftyp'), fragment()])],
  ['two movies', mp4({ back: [box('moov', mp4Track())] })],
  ['two tracks', mp4({ tracks: [mp4Track(), mp4Track()] })],
  ['no track', mp4({ tracks: [] })],
  ['a track of pictures', mp4({ tracks: [mp4Track({ handler: 'vide' })] })],
  ['a movie within a movie', mp4({ tracks: [box('moov', mp4Track())] })],
  ['sound that is encrypted', mp4({ tracks: [described({ type: 'enca' })] })],
  ['sound with a scheme of encryption', mp4({ tracks: [described({ boxes: [box('sinf')] })] })],
  [
    'two descriptions of the sound',
    mp4({ tracks: [mp4Track({ description: Buffer.concat([aacDescription(), aacDescription()]) })] }),
  ],
  ['a description of QuickTime', mp4({ tracks: [described({ version: 1 })] })],
  [
    'a second description of another kind',
    mp4({ tracks: [mp4Track({ description: Buffer.concat([aacDescription(), box('enca')]) })] }),
  ],
  ['a stream that depends on another', mp4({ tracks: [described({ streamFlags: 0x80 })] })],
  ['another descriptor', mp4({ tracks: [described({ infoTag: 6 })] })],
  ['a descriptor with a length of five bytes', mp4({ tracks: [described({ lengthBytes: [0x80, 0x80, 0x80, 0x80] })] })],
  ['another decoder', mp4({ tracks: [described({ object: 0x69 })] })],
  ['another profile', mp4({ tracks: [described({ config: Buffer.from('2a10', 'hex') })] })],
  ['HE-AAC', mp4({ tracks: [described({ config: Buffer.from('120856e580', 'hex') })] })],
  ['frames of 960 samples', mp4({ tracks: [described({ config: Buffer.from('120c', 'hex') })] })],
  ['a rate of its own', mp4({ tracks: [described({ config: Buffer.from('178800ac40', 'hex') })] })],
  ['six channels', mp4({ tracks: [described({ config: Buffer.from('1230', 'hex') })] })],
  ['no decoder information', mp4({ tracks: [described({ config: Buffer.alloc(0) })] })],
  ['no frame', mp4({ data: box('mdat') })],
  ['a frame larger than the standard has', mp4({ data: fragment({ frames: [Buffer.alloc(769)] }) })],
  ['a frame without bytes', mp4({ data: fragment({ frames: [Buffer.alloc(0), AAC_FRAME] }) })],
])('SEC-158 when an MP4 has %s, it is refused', refuses)

test.each([
  ['a box of 2 GB', mp4({ back: [Buffer.concat([numbers(4, 0x80000000), Buffer.from('free')])] })],
  ['a box of 8 EB', mp4({ back: [Buffer.concat([numbers(4, 1), Buffer.from('free'), numbers(4, 0x7fffffff, HUGE)])] })],
  ['a box that ends before its header', mp4({ front: [Buffer.concat([numbers(4, 7), Buffer.from('free')])] })],
  [
    'a long box that ends before its header',
    mp4({ front: [Buffer.concat([numbers(4, 1), Buffer.from('free'), numbers(4, 0, 8)])] }),
  ],
  ['a box in front that takes the rest', mp4({ front: [Buffer.concat([numbers(4, 0), Buffer.from('free')])] })],
  ['more boxes than a minute needs', mp4({ back: Array(11_000).fill(box('free')) })],
  [
    'more frames than fit a minute',
    mp4({ tracks: [tabled({ sizes: [], sharedSize: 1, count: HUGE, runs: [[1, HUGE, 1]], offsets: [0] })] }),
  ],
  ['a run of endless frames', mp4({ tracks: [tabled({ sizes: [3], runs: [[1, HUGE, 1]], offsets: [0] })] })],
  [
    'more sizes than the table has',
    mp4({ tracks: [tabled({ sizes: [3], count: 5, runs: [[1, 5, 1]], offsets: [0] })] }),
  ],
  [
    'more chunks than the table has',
    mp4({ tracks: [tabled({ sizes: [3], runs: [[1, 1, 1]], offsets: [0], offsetCount: HUGE })] }),
  ],
  [
    'frames without a chunk',
    mp4({ tracks: [tabled({ sizes: [3, 3], runs: [[1, 1, 1]], offsets: [plainStart() - 4] })], data: plainData() }),
  ],
  [
    'a second kind of sound',
    mp4({ tracks: [tabled({ sizes: [3, 3], runs: [[1, 2, 2]], offsets: [plainStart() - 4] })], data: plainData() }),
  ],
  [
    'runs that go back',
    mp4({
      tracks: [
        tabled({
          sizes: [3, 3],
          runs: [
            [1, 1, 1],
            [1, 1, 1],
          ],
          offsets: [0, 0],
        }),
      ],
    }),
  ],
  ['runs without frames', mp4({ tracks: [tabled({ sizes: [3], runs: [[1, 0, 1]], offsets: [0] })] })],
  ['frames outside of the data', mp4({ tracks: [mp4Track({ table: placed(8) })], data: plainData() })],
  [
    'a byte used by two frames',
    mp4({ tracks: [mp4Track({ table: placed(plainStart(), plainStart() + 2) })], data: plainData() }),
  ],
  [
    'frames in another order',
    mp4({ tracks: [mp4Track({ table: placed(plainStart() + 3, plainStart()) })], data: plainData() }),
  ],
  [
    'a frame beyond the end',
    mp4({ tracks: [mp4Track({ table: placed(plainStart(), plainStart() + 4) })], data: plainData() }),
  ],
  ['a fragment of another track', mp4({ data: fragment({ track: 2 }) })],
  ['a fragment with endless frames', mp4({ data: fragment({ count: HUGE }) })],
  ['a fragment in front of the file', mp4({ data: fragment({ dataOffset: -0x80000000 }) })],
  ['a fragment in its own header', mp4({ data: fragment({ dataOffset: 8 }) })],
  [
    'a fragment based beyond the file',
    mp4({ data: fragment({ header: { flags: 1, fields: numbers(4, 0x1fffff, HUGE) } }) }),
  ],
  ['two parts in a fragment', mp4({ data: Buffer.concat([box('moof', box('traf'), box('traf')), box('mdat')]) })],
  [
    'the same fragment header twice',
    mp4({ data: box('moof', box('traf', full('tfhd', 0, numbers(4, 1)), full('tfhd', 0, numbers(4, 1)))) }),
  ],
])('SEC-158 when an MP4 has %s, it is refused', refuses)

test.each([
  ['the type of Matroska', webm({ docType: 'matroska' })],
  ['no segment', webm().subarray(0, 12)],
  ['another element in place of the segment', webm().fill(0x68, 15, 16)],
  ['no track', webm({ tracks: [] })],
  ['two tracks', webm({ tracks: [webmTrack(), webmTrack()] })],
  ['a track of pictures', webm({ tracks: [webmTrack({ type: 1 })] })],
  ['another codec', webm({ tracks: [webmTrack({ codec: 'A_AAC' })] })],
  ['encryption', webm({ tracks: [webmTrack({ elements: [element(IDS.contentEncodings)] })] })],
  ['a file attached', webm({ front: [element(IDS.attachments, Buffer.from('PK'))] })],
  ['a file attached at the end', webm({ clusters: [cluster(), element(IDS.attachments)] })],
  ['six channels', webm({ tracks: [webmTrack({ head: opusHead(6) })] })],
  ['no channels', webm({ tracks: [webmTrack({ head: opusHead(0) })] })],
  ['a head of another length', webm({ tracks: [webmTrack({ head: Buffer.concat([opusHead(), Buffer.alloc(1)]) })] })],
  ['a head of another name', changedHead(0, 0x6f)],
  ['a head of another version', changedHead(8, 2)],
  ['a head that skips more than a second', changedHead(11, 0xff)],
  ['a head with a table of channels', changedHead(18, 1)],
  ['half a head', webm({ tracks: [webmTrack({ head: opusHead().subarray(0, 12) })] })],
  [
    'milliseconds of its own',
    webm({ front: [element(IDS.info, element(IDS.timestampScale, numbers(4, 1_000_000_000)))] }),
  ],
  ['no packet', webm({ clusters: [] })],
  ['a packet of another track', webm({ clusters: [cluster({ blocks: [block({ track: 2 })] })] })],
  ['several packets in a block', webm({ clusters: [cluster({ blocks: [block({ flags: 0x86 })] })] })],
  ['an empty packet', webm({ clusters: [cluster({ blocks: [block({ packet: Buffer.alloc(0) })] })] })],
  ['a packet without frames', webm({ clusters: [cluster({ blocks: [block({ packet: Buffer.from([0xfb, 0]) })] })] })],
  ['a packet of 1.26 s', webm({ clusters: [cluster({ blocks: [block({ packet: Buffer.from([0xfb, 63]) })] })] })],
  ['a time that goes back', webm({ clusters: [cluster({ atMs: 100 }), cluster({ atMs: 50 })] })],
  ['an hour between two packets', webm({ clusters: [cluster(), cluster({ atMs: 3_600_000 })] })],
  ['a thousand years between two packets', webm({ clusters: [cluster(), cluster({ atMs: 2 ** 48 - 1 })] })],
  ['a minute of packets at one moment', webm({ clusters: [cluster({ blocks: Array(3_100).fill(block()) })] })],
  ['a block group without a block', webm({ clusters: [cluster({ blocks: [element(IDS.blockGroup)] })] })],
])('SEC-158 when a WebM has %s, it is refused', refuses)

test.each([
  ['an element of 2 GB', Buffer.concat([EMPTY_SEGMENT, Buffer.from('ec0880000000', 'hex')])],
  ['an element of 2^56 bytes', Buffer.concat([EMPTY_SEGMENT, Buffer.from('ec01fffffffffffffe', 'hex')])],
  ['a track list without a length', Buffer.concat([EMPTY_SEGMENT, Buffer.from('1654ae6bff', 'hex'), webmTrack()])],
  ['an element without an id', Buffer.concat([EMPTY_SEGMENT, Buffer.alloc(8)])],
  ['elements without an end', Buffer.concat([EMPTY_SEGMENT, Buffer.from('ec'.repeat(100), 'hex')])],
  ['more elements than a minute needs', webm({ front: [Buffer.from('ec80'.repeat(60_000), 'hex')] })],
  ['clusters in clusters', Buffer.concat([EMPTY_SEGMENT, Buffer.from('1f43b675ff'.repeat(100_000), 'hex')])],
  ['segments in segments', Buffer.from('18538067ff'.repeat(100_000), 'hex')],
  ['headers in headers', Buffer.from('1a45dfa3ff'.repeat(100_000), 'hex')],
])('SEC-158 when a WebM has %s, it is refused', refuses)

test.each(RECORDINGS)('SEC-158 when %s ends at any byte, it is refused or shorter', (name, _mimeType, durationMs) => {
  const file = recording(name)
  for (let length = 0; length < file.length; length++) {
    const voice = readOrRefuse(file.subarray(0, length))
    if (voice) expect(voice.durationMs).toBeLessThanOrEqual(durationMs)
  }
})

test.each(RECORDINGS)('SEC-158 when bits of %s are flipped, it is refused or still a recording', (name) => {
  const file = recording(name)
  const random = seeded(name.length)
  for (let run = 0; run < 2_000; run++) {
    const broken = Buffer.from(file)
    for (let flips = random(8); flips >= 0; flips--) {
      const at = random(random(2) ? file.length : 700) // the descriptions are in front
      broken[at] = Number(broken[at]) ^ (1 << random(8))
    }
    const voice = readOrRefuse(broken)
    if (voice) expect(readVoice(voice.bytes)).toEqual(voice)
  }
})

test.each([
  ['small boxes', Buffer.concat([box('ftyp'), ...Array(63_000).fill(box('free'))])],
  ['boxes in boxes', nested(60_000)],
  ['small elements', Buffer.concat([EMPTY_SEGMENT, Buffer.from('ec80'.repeat(250_000), 'hex')])],
  ['fragments', mp4({ data: Buffer.concat(Array(3_500).fill(fragment())) })],
  [
    'short packets',
    webm({ clusters: [cluster({ blocks: Array(24_000).fill(block({ packet: Buffer.from([0xe0]) })) })] }),
  ],
  [
    'chunks',
    mp4({
      tracks: [tabled({ sizes: Array(FRAMES_PER_MINUTE).fill(3), runs: [[1, 1, 1]], offsets: Array(120_000).fill(0) })],
    }),
  ],
])('SEC-158 when a recording is full of %s, it takes less time than six hashes of 32 MB', (_what, file) => {
  expect(file.length).toBeLessThanOrEqual(VOICE_MAX_BYTES)
  const times = Array.from({ length: 5 }, () => ({
    hash: processorTimeOf(() => createHash('sha256').update(HASHED).digest()), // in turns, since the machine's speed changes
    reading: processorTimeOf(() => readOrRefuse(file)),
  }))
  const hash = Math.min(...times.map((time) => time.hash))
  expect(Math.min(...times.map(({ reading }) => reading))).toBeLessThan(6 * hash) // about 140 ms on a slow machine
})

/** Microseconds. */
function processorTimeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user
}

function refuses(_what: string, file: Buffer): void {
  expect(() => readVoice(file)).toThrow(errors.invalidVoice())
}

function readOrRefuse(file: Buffer): ReturnType<typeof readVoice> | null {
  try {
    return readVoice(file)
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_VOICE') return null
    throw error
  }
}

function described(parts: Parameters<typeof aacDescription>[0]): Buffer {
  return mp4Track({ description: aacDescription(parts) })
}

/** A WebM whose Opus head has another byte. */
function changedHead(at: number, byte: number): Buffer {
  const head = opusHead()
  head[at] = byte
  return webm({ tracks: [webmTrack({ head })] })
}

function tabled(parts: Parameters<typeof table>[0]): Buffer {
  return mp4Track({ table: table(parts) })
}

/** Two frames in two chunks, at the given offsets of the file. */
function placed(first = plainStart(), second = first + AAC_FRAME.length): Buffer {
  return table({ sizes: [3, 3], runs: [[1, 1, 1]], offsets: [first, second] })
}

function plainData(): Buffer {
  return box('mdat', AAC_FRAME, AAC_FRAME)
}

/** The offset of `plainData` in a file whose table has two frames. */
function plainStart(): number {
  const two = table({ sizes: [3, 3], runs: [[1, 1, 1]], offsets: [0, 0] })
  return mp4({ tracks: [mp4Track({ table: two })], data: Buffer.alloc(0) }).length + 8
}

function nested(depth: number): Buffer {
  const headers = Array.from({ length: depth }, (_, i) => [numbers(4, (depth - i) * 8), Buffer.from('moov')]).flat()
  return Buffer.concat([box('ftyp'), ...headers])
}

/** Numbers below a limit, the same in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
