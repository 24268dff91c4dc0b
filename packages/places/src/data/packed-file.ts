import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

// A packed file is a JSON header and columns of numbers or bytes, compressed together. Bytes of a number are little-endian.
const COLUMN_TYPES = { uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array, int32: Int32Array }
const ALIGNMENT = 8
export type ColumnType = keyof typeof COLUMN_TYPES

export interface PackedHeader<Texts> {
  texts: Texts
  columns: { type: ColumnType; length: number }[]
}

export function readPacked<Texts>(name: string) {
  const bytes = brotliDecompressSync(readFileSync(new URL(`../../data/${name}.br`, import.meta.url)))
  const headerLength = bytes.readUInt32LE(0)
  const header = JSON.parse(bytes.toString('utf8', 4, 4 + headerLength)) as PackedHeader<Texts>
  let offset = aligned(4 + headerLength)
  const columns = header.columns.map(({ type, length }) => {
    const Column = COLUMN_TYPES[type]
    const column = new Column(bytes.buffer, bytes.byteOffset + offset, length)
    offset = aligned(offset + column.byteLength)
    return column
  })
  return { texts: header.texts, columns }
}

export function aligned(offset: number) {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT
}

/** Turns differences into the values, or lengths into the positions where they end. */
export function sums(differences: ArrayLike<number>) {
  const values = new Uint32Array(differences.length)
  let sum = 0
  for (let index = 0; index < values.length; index++) {
    sum += differences[index] as number
    values[index] = sum
  }
  return values
}
