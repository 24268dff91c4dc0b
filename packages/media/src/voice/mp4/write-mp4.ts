import { numbers } from '../bytes.ts'
import { SAMPLES_PER_FRAME } from './aac-config.ts'
import type { AacTrack } from './read-mp4.ts'
import { box, full } from './write-box.ts'

const MATRIX = numbers(4, 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
const UNDETERMINED_LANGUAGE = 0x55c4
const IS_ENABLED = 7
const SELF_CONTAINED = 1
const MAX_SHORT_RATE = 0xffff

/** Writes a plain MP4 whose description stands first, so that players can seek by ranges. */
export function writeMp4(track: AacTrack): Buffer {
  const head = box('ftyp', Buffer.from('M4A '), numbers(4, 0), Buffer.from('M4A mp42isom'))
  const sizes = track.frames.map((frame) => frame.length)
  const dataAt = head.length + movie(track, sizes, 0).length + 8
  return Buffer.concat([head, movie(track, sizes, dataAt), box('mdat', ...track.frames)])
}

function movie(track: AacTrack, sizes: number[], dataAt: number): Buffer {
  const duration = sizes.length * SAMPLES_PER_FRAME
  const times = numbers(4, 0, 0) // created and modified: unknown
  const rate = track.sampleRate
  return box(
    'moov',
    full(
      'mvhd',
      0,
      times,
      numbers(4, rate, duration, 0x10000),
      numbers(2, 0x100, 0),
      numbers(4, 0, 0),
      MATRIX,
      Buffer.alloc(24),
      numbers(4, 2),
    ),
    box(
      'trak',
      full(
        'tkhd',
        IS_ENABLED,
        times,
        numbers(4, 1, 0, duration, 0, 0),
        numbers(2, 0, 0, 0x100, 0),
        MATRIX,
        numbers(4, 0, 0),
      ),
      box(
        'mdia',
        full('mdhd', 0, times, numbers(4, rate, duration), numbers(2, UNDETERMINED_LANGUAGE, 0)),
        full('hdlr', 0, numbers(4, 0), Buffer.from('soun'), Buffer.alloc(13)),
        box(
          'minf',
          full('smhd', 0, numbers(2, 0, 0)),
          box('dinf', full('dref', 0, numbers(4, 1), full('url ', SELF_CONTAINED))),
          sampleTable(track, sizes, dataAt),
        ),
      ),
    ),
  )
}

/** All frames are in one chunk. */
function sampleTable(track: AacTrack, sizes: number[], dataAt: number): Buffer {
  return box(
    'stbl',
    full('stsd', 0, numbers(4, 1), sampleEntry(track)),
    full('stts', 0, numbers(4, 1, sizes.length, SAMPLES_PER_FRAME)),
    full('stsc', 0, numbers(4, 1, 1, sizes.length, 1)),
    full('stsz', 0, numbers(4, 0, sizes.length, ...sizes)),
    full('stco', 0, numbers(4, 1, dataAt)),
  )
}

function sampleEntry({ sampleRate, rateIndex, channels }: AacTrack): Buffer {
  const shortRate = sampleRate > MAX_SHORT_RATE ? 0 : sampleRate
  const config = numbers(2, (2 << 11) | (rateIndex << 7) | (channels << 3))
  const decoder = descriptor(4, numbers(1, 0x40, 0x15, 0, 0, 0), numbers(4, 0, 0), descriptor(5, config))
  return box(
    'mp4a',
    numbers(2, 0, 0, 0, 1, 0, 0, 0, 0, channels, 16, 0, 0, shortRate, 0),
    full('esds', 0, descriptor(3, numbers(2, 0), numbers(1, 0), decoder, descriptor(6, numbers(1, 2)))),
  )
}

function descriptor(tag: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content)
  return Buffer.concat([numbers(1, tag, bytes.length), bytes])
}
