import { errors } from '@zing/proto/errors'
import { VOICE_MAX_BYTES, VOICE_MAX_MS } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { readMp4 } from '../src/voice/mp4/read-mp4.ts'
import { box } from '../src/voice/mp4/write-box.ts'
import { readVoice } from '../src/voice/read-voice.ts'
import { IDS, listElements, onlyElement, readElement, readUnsigned } from '../src/voice/webm/elements.ts'
import { readWebm } from '../src/voice/webm/read-webm.ts'
import { element } from '../src/voice/webm/write-element.ts'
import { AAC_FRAME, block, cluster, FRAME_MS, fragment, mp4, OPUS_PACKET, PACKET_MS, webm } from './files.ts'
import { RECORDINGS, recording } from './recordings/recordings.ts'

test.each(RECORDINGS)('it reads type and duration of %s', (name, mimeType, durationMs) => {
  expect(readVoice(recording(name))).toMatchObject({ mimeType, durationMs })
})

test.each(RECORDINGS)('it keeps the sound of %s and nothing else', (name, mimeType, durationMs) => {
  const { bytes } = readVoice(recording(name))
  expect(sound(bytes)).toEqual(sound(recording(name)))
  expect(readVoice(bytes)).toEqual({ bytes, mimeType, durationMs })
  expect(bytes.toString('latin1')).not.toMatch(/Secret|48\.8577|home|Lavf|Chrome|LibWebM/)
})

test.each(['fragmented.mp4', 'cmaf.mp4', 'mixed.mp4'])(
  'when a recording has the shape of %s, it becomes the same file',
  (name) => {
    expect(readVoice(recording(name))).toEqual(readVoice(recording('plain.mp4')))
  },
)

test('when the clusters of a recording have other lengths, it becomes the same file', () => {
  const blocks = [0, 20, 40].map((offsetMs) => block({ offsetMs }))
  const open = Buffer.concat([Buffer.from('1f43b675ff', 'hex'), cluster({ blocks }).subarray(5)])
  const twice = [
    cluster({ blocks: blocks.slice(0, 1) }),
    cluster({ atMs: 20, blocks: [block(), block({ offsetMs: 20 })] }),
  ]
  const whole = readVoice(webm({ clusters: [cluster({ blocks })] }))
  expect(readVoice(webm({ clusters: [open] }))).toEqual(whole)
  expect(readVoice(webm({ clusters: twice }))).toEqual(whole)
})

test('it keeps a pause between packets', () => {
  const clusters = [cluster({ atMs: 500 }), cluster({ atMs: 2_500 })]
  const voice = readVoice(webm({ clusters }))
  expect(voice.durationMs).toEqual(2_000 + PACKET_MS)
  expect(readWebm(voice.bytes).packets.map(({ atMs }) => atMs)).toEqual([0, 2_000])
})

test('it finds the beginning of every cluster in the index', () => {
  const clusters = [0, 6_000, 12_000].map((atMs) => cluster({ atMs }))
  const { bytes } = readVoice(webm({ clusters }))
  const segment = readElement(bytes, readElement(bytes, 0).end).content
  const cues = onlyElement(listElements(segment), IDS.cues)
  const positions = listElements(cues).map(({ content }) => {
    const point = onlyElement(listElements(content), IDS.cueTrackPositions)
    return readUnsigned(onlyElement(listElements(point), IDS.cueClusterPosition))
  })
  expect(positions).toHaveLength(3)
  for (const at of positions) expect(segment.readUInt32BE(at)).toEqual(IDS.cluster)
})

const SECRET = Buffer.from('<script>PK\x03\x04 +48.8577 my home')

test.each([
  ['an unknown box in front', mp4({ front: [box('free', SECRET)] })],
  ['a box of its own at the end', mp4({ back: [box('uuid', SECRET)] })],
  ['a picture', mp4({ back: [box('meta', SECRET)] })],
  ['metadata of the movie', mp4({ movie: [box('udta', SECRET)] })],
  ['bytes in the data that no frame uses', mp4({ back: [box('mdat', SECRET)] })],
  ['tags', webm({ front: [element(0x1254c367, SECRET)] })],
  ['chapters', webm({ front: [element(0x1043a770, SECRET)] })],
  ['padding', webm({ front: [element(0xec, SECRET)] })],
  ['an unknown element', webm({ clusters: [cluster({ blocks: [block(), element(0x4dbb, SECRET)] })] })],
  ['names of programs', webm({ front: [element(IDS.info, element(IDS.muxingApp, SECRET))] })],
])('when a recording holds %s, it is dropped', (_what, file) => {
  const { bytes } = readVoice(file)
  expect(bytes.includes(SECRET)).toBe(false)
  expect(sound(bytes)).toEqual(sound(file))
})

test.each([
  ['MP4', (ms: number) => mp4({ data: fragment({ frames: Array(Math.floor(ms / FRAME_MS)).fill(AAC_FRAME) }) })],
  ['WebM', (ms: number) => webm({ clusters: clustersOf(ms) })],
])('when %s stops a little after the limit, it is a minute long, and refused later', (_format, build) => {
  expect(readVoice(build(VOICE_MAX_MS + 900)).durationMs).toEqual(VOICE_MAX_MS)
  expect(() => readVoice(build(VOICE_MAX_MS + 1_100))).toThrow(errors.invalidVoice())
})

test('when a file is larger than the limit, it is refused', () => {
  const file = (bytes: number) => mp4({ back: [box('free', Buffer.alloc(bytes - mp4().length - 8))] })
  expect(readVoice(file(VOICE_MAX_BYTES)).bytes.length).toBeLessThan(1_000)
  expect(() => readVoice(file(VOICE_MAX_BYTES + 1))).toThrow(errors.invalidVoice())
})

function clustersOf(ms: number): Buffer[] {
  return Array.from({ length: Math.ceil(ms / PACKET_MS) }, (_, i) =>
    cluster({ atMs: i * PACKET_MS, blocks: [block({ packet: OPUS_PACKET })] }),
  )
}

/** The encoded sound, which must survive bit for bit. */
function sound(file: Buffer): string[] {
  const isMp4 = file.toString('latin1', 4, 8) === 'ftyp'
  const parts = isMp4 ? readMp4(file).frames : readWebm(file).packets.map(({ bytes }) => bytes)
  return parts.map((bytes) => bytes.toString('hex'))
}
