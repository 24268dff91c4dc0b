import { numbers } from '../bytes.ts'

/** A box that begins with a version, 0, and flags. */
export function full(type: string, flags: number, ...content: Buffer[]): Buffer {
  return box(type, numbers(4, flags), ...content)
}

export function box(type: string, ...content: Buffer[]): Buffer {
  const length = content.reduce((sum, bytes) => sum + bytes.length, 8)
  return Buffer.concat([numbers(4, length), Buffer.from(type), ...content])
}
