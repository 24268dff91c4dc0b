import { numbers } from '../bytes.ts'

export function element(id: number, ...content: Buffer[]): Buffer {
  const length = content.reduce((sum, bytes) => sum + bytes.length, 0)
  return Buffer.concat([idBytes(id), size(length), ...content])
}

function idBytes(id: number): Buffer {
  return numbers(Math.ceil((32 - Math.clz32(id)) / 8), id)
}

function size(length: number): Buffer {
  if (length < 0x7f) return numbers(1, 0x80 | length)
  return length < 0x3fff ? numbers(2, 0x4000 | length) : numbers(4, 0x10000000 + length)
}
