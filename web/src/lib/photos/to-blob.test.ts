import { expect, test } from 'vitest'
import { toBlob } from './to-blob.ts'

test('a data URL becomes a file of its bytes and type', async () => {
  const bytes = [0xff, 0xd8, 0xff, 0, 128]
  const blob = toBlob(`data:image/webp;base64,${btoa(String.fromCharCode(...bytes))}`)
  expect(blob.type).toBe('image/webp')
  expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual(bytes)
})
