import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress, brotliDecompressSync } from 'node:zlib'

// A packed file is a JSON header and columns of numbers or bytes, compressed together. Bytes of a number are little-endian.
const COLUMN_TYPES = { uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array, int32: Int32Array }
const ALIGNMENT = 8
export type ColumnType = keyof typeof COLUMN_TYPES

export interface PackedHeader<Texts> {
  texts: Texts
  columns: { type: ColumnType; length: number }[]
}

const decompressed = new Map<string, ReturnType<typeof brotliDecompressSync>>()

/** Reads and decompresses a file beside the process's other work, which `readPacked` would block. */
export async function prepare(name: string): Promise<void> {
  decompressed.set(name, await promisify(brotliDecompress)(await readFile(urlOf(name))))
}

export function readPacked<Texts>(name: string) {
  const bytes = decompressed.get(name) ?? brotliDecompressSync(readFileSync(urlOf(name)))
  decompressed.delete(name) // the columns keep the bytes
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

function urlOf(name: string) {
  return new URL(`../../data/${name}.br`, import.meta.url)
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
