import { errors } from '@zing/proto/errors'

export function ensureValid(claim: unknown): asserts claim {
  if (!claim) throw errors.invalidVoice()
}

/** Reads an unsigned number of up to 6 bytes. */
export function readNumber(bytes: Buffer, at: number, length: number): number {
  ensureWithin(bytes, at, length)
  return bytes.readUIntBE(at, length)
}

export function readSigned(bytes: Buffer, at: number, length: number): number {
  ensureWithin(bytes, at, length)
  return bytes.readIntBE(at, length)
}

/** Reads a number of 8 bytes. One above 2^53 loses digits, but is beyond the end of any file. */
export function readLong(bytes: Buffer, at: number): number {
  ensureWithin(bytes, at, 8)
  return Number(bytes.readBigUInt64BE(at))
}

export function slice(bytes: Buffer, at: number, length: number): Buffer {
  ensureWithin(bytes, at, length)
  return bytes.subarray(at, at + length)
}

function ensureWithin(bytes: Buffer, at: number, length: number): void {
  ensureValid(length >= 0 && at + length <= bytes.length)
}

/** The given numbers, each with `length` bytes. */
export function numbers(length: number, ...values: number[]): Buffer {
  const bytes = Buffer.alloc(length * values.length)
  values.forEach((value, i) => {
    bytes.writeUIntBE(value, i * length, length)
  })
  return bytes
}
