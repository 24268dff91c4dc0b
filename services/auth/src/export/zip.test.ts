import { randomBytes } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createZipWriter } from './zip.ts'

test('files written in parts come out whole, and the writer keeps no taken bytes', () => {
  const zip = createZipWriter()
  const photo = randomBytes(100_000)
  const taken: Buffer[] = []
  zip.begin('chat/messages.json')
  for (let i = 0; i < 1_000; i++) {
    zip.push(Buffer.from(`${i} äöü\n`))
    taken.push(zip.take())
  }
  zip.begin('empty.json')
  zip.begin('photos/1.jpg', { isCompressed: true })
  zip.push(photo)
  zip.finish()
  taken.push(zip.take())
  expect(zip.take()).toHaveLength(0)

  const files = unzipSync(Buffer.concat(taken))
  expect(Object.keys(files)).toEqual(['chat/messages.json', 'empty.json', 'photos/1.jpg'])
  expect(strFromU8(files['chat/messages.json'] as Uint8Array)).toBe(
    Array.from({ length: 1_000 }, (_, i) => `${i} äöü\n`).join(''),
  )
  expect(files['empty.json']).toHaveLength(0)
  expect(Buffer.from(files['photos/1.jpg'] as Uint8Array).equals(photo)).toBe(true)
})
