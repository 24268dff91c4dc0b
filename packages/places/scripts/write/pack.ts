import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { aligned, type ColumnType, type PackedHeader } from '../../src/data/packed-file.ts'

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array

export function writePacked<Texts>(name: string, texts: Texts, columns: Column[]) {
  const described = columns.map((column) => ({ type: typeOf(column), length: column.length }))
  const header = Buffer.from(JSON.stringify({ texts, columns: described } satisfies PackedHeader<Texts>))
  const headerLength = Buffer.alloc(4)
  headerLength.writeUInt32LE(header.length)
  const parts = [
    headerLength,
    header,
    ...columns.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  ]
  const [first, second, ...rest] = parts as [Buffer, Buffer, ...Buffer[]]
  const bytes = Buffer.concat([Buffer.concat([first, second]), ...rest].map(padded))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(new URL(`../../data/${name}.br`, import.meta.url), brotliCompressSync(bytes, { params }))
}

function padded(part: Buffer) {
  return Buffer.concat([part], aligned(part.length))
}

function typeOf(column: Column): ColumnType {
  if (column instanceof Uint8Array) return 'uint8'
  if (column instanceof Uint16Array) return 'uint16'
  return column instanceof Uint32Array ? 'uint32' : 'int32'
}

/** The differences of ascending numbers, see `sums`. */
export function differences(values: number[]) {
  return Uint32Array.from(values, (value, index) => value - (index > 0 ? (values[index - 1] as number) : 0))
}
