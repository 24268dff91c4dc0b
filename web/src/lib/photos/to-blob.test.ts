import { expect, test } from 'vitest'
import { toBlob } from './to-blob.ts'

test('a data URL becomes a file of its bytes and type', async () => {
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0, 128])
  const blob = toBlob(`data:image/webp;base64,${btoa(String.fromCharCode(...bytes))}`)
  const reader = new FileReader()
  const read = new Promise((resolve) => reader.addEventListener('load', resolve))
  reader.readAsArrayBuffer(blob)
  await read
  expect([blob.type, new Uint8Array(reader.result as ArrayBuffer)]).toEqual(['image/webp', bytes])
})
