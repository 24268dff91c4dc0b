interface FrameOptions {
  opcode?: number
  fin?: boolean
  /** Bits 1 to 3 of the first byte, which only extensions may set. */
  reserved?: number
  isMasked?: boolean
}

export const Opcode = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** Returns the bytes of a client's WebSocket frame, valid or not. The mask is zero. */
export function clientFrame(payload: string | Buffer, options: FrameOptions = {}): Buffer {
  const { opcode = Opcode.text, fin = true, reserved = 0, isMasked = true } = options
  const data = Buffer.from(payload)
  const mask = isMasked ? 0x80 : 0
  const first = (fin ? 0x80 : 0) | (reserved << 4) | opcode
  return Buffer.concat([Buffer.of(first), lengthBytes(data.length, mask), Buffer.alloc(isMasked ? 4 : 0), data])
}

function lengthBytes(length: number, mask: number): Buffer {
  if (length < 126) return Buffer.of(mask | length)
  if (length < 65_536) return Buffer.of(mask | 126, length >> 8, length & 0xff)
  const bytes = Buffer.alloc(9)
  bytes[0] = mask | 127
  bytes.writeBigUInt64BE(BigInt(length), 1)
  return bytes
}
