export interface JpegHeader {
  /** Samples per pixel: 3 for RGB, 1.5 with the usual colour subsampling. */
  samplesPerPixel: number
  /**
   * True if every scan has all colours of a row, so that rows can be decoded one by one. False for progressive JPEGs.
   */
  isSequential: boolean
}

const SEGMENT_HEADER = 4
const START_OF_SCAN = 0xda
const NOT_A_FRAME = [0xc4, 0xc8, 0xcc] // within the frame markers 0xc0 to 0xcf
const SEQUENTIAL_FRAMES = [0xc0, 0xc1]
/** The offset of the components in a frame segment, behind precision, height and width. */
const COMPONENTS = 9
const FIRST_SAMPLING = 11
const COMPONENT_BYTES = 3

/** Reads the segments before the pixels. Null for anything that does not follow the format exactly. */
export function readJpegHeader(bytes: Buffer): JpegHeader | null {
  let frame: { marker: number; components: number; samplesPerPixel: number } | null = null
  let at = 2 // behind the marker that starts the file
  while (at + SEGMENT_HEADER < bytes.length) {
    const marker = Number(bytes[at + 1])
    const length = bytes.readUInt16BE(at + 2)
    if (bytes[at] !== 0xff || !hasLength(marker) || length < 2) return null
    if (marker === START_OF_SCAN) {
      if (!frame) return null
      const isInterleaved = bytes[at + SEGMENT_HEADER] === frame.components
      const isSequential = SEQUENTIAL_FRAMES.includes(frame.marker) && isInterleaved
      return { samplesPerPixel: frame.samplesPerPixel, isSequential }
    }
    if (marker >= 0xc0 && marker <= 0xcf && !NOT_A_FRAME.includes(marker)) {
      const components = bytes[at + COMPONENTS] ?? 0
      frame = { marker, components, samplesPerPixel: samplesPerPixel(bytes, at + FIRST_SAMPLING, components) }
    }
    at += 2 + length
  }
  return null
}

/** False for padding and for markers without a segment, which decoders skip in different ways. */
function hasLength(marker: number): boolean {
  return (marker >= 0xc0 && marker <= 0xcf) || (marker >= START_OF_SCAN && marker <= 0xfe)
}

/** The sum of the components' samples, each relative to the largest horizontal and vertical sampling factor. */
function samplesPerPixel(bytes: Buffer, first: number, components: number): number {
  const factors = Array.from({ length: components }, (_, i) => bytes[first + i * COMPONENT_BYTES] ?? 0)
  const horizontal = factors.map((factor) => factor >> 4)
  const vertical = factors.map((factor) => factor & 0x0f)
  const samples = horizontal.reduce((sum, factor, i) => sum + factor * Number(vertical[i]), 0)
  return samples / (Math.max(...horizontal) * Math.max(...vertical))
}
