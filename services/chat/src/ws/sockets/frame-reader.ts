/** What a chunk has brought: messages or control frames that are complete, and one that has begun. */
interface Progress {
  hasFinished: boolean
  isUnfinished: boolean
}

/** Follows the frame headers of a WebSocket stream (RFC 6455, 5.2), since ws has no event for the begin of a message. */
export function createFrameReader(): (chunk: Uint8Array) => Progress {
  let header: number[] = []
  let payloadLeft = 0
  let isFinal = true
  let isControl = false
  let isMessageOpen = false

  /** Returns true unless a fragmented message goes on. */
  function endFrame(): boolean {
    if (!isControl) isMessageOpen = !isFinal
    return !isMessageOpen
  }

  return function read(chunk) {
    let hasFinished = false
    for (let at = 0; at < chunk.length; ) {
      if (payloadLeft > 0) {
        const length = Math.min(payloadLeft, chunk.length - at)
        at += length
        payloadLeft -= length
      } else {
        header.push(chunk[at] ?? 0)
        at += 1
        if (header.length < headerLength(header)) continue
        const [first = 0] = header
        isFinal = (first & 0x80) !== 0
        isControl = (first & 0x08) !== 0
        payloadLeft = payloadLength(header)
        header = []
      }
      if (payloadLeft === 0 && endFrame()) hasFinished = true
    }
    return { hasFinished, isUnfinished: isMessageOpen || header.length > 0 || payloadLeft > 0 }
  }
}

const MASK_BYTES = 4

function headerLength([, second]: number[]): number {
  if (second === undefined) return 2
  return 2 + extendedBytes(second) + (second & 0x80 ? MASK_BYTES : 0)
}

function payloadLength([, second = 0, ...rest]: number[]): number {
  const bytes = extendedBytes(second)
  return bytes === 0 ? second & 0x7f : rest.slice(0, bytes).reduce((length, byte) => length * 256 + byte, 0)
}

function extendedBytes(second: number): 0 | 2 | 8 {
  const length = second & 0x7f
  if (length < 126) return 0
  return length === 126 ? 2 : 8
}
