import { ClientFrame } from '@zing/proto/frames/client'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { ServerFrame } from '@zing/proto/frames/server'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { createReferences } from './references.ts'

const references = createReferences()
const page = references['socket.md'] ?? ''
const frameTypes = [ClientFrame, ServerFrame].flatMap(({ _zod }) =>
  _zod.def.options.map((frame) => frame.shape.type._zod.def.values[0]),
)

test('every frame and every close code has a row with a description', () => {
  const rows = page.split('\n').filter((line) => /^\| (`[A-Z_]+`|\d{4}) /.test(line))
  const named = rows.map((line) => line.split('|')[1]?.replaceAll('`', '').trim())
  expect(named.toSorted()).toEqual([...frameTypes, ...Object.values(CloseCode).map(String)].toSorted())
  expect(rows.filter((line) => / {2}\|$/.test(line))).toEqual([])
})

// compiling the union is slow on a busy machine
test('the schemas accept frames as they are sent, and reject others', { timeout: 30_000 }, () => {
  const ajv = new Ajv2020()
  addFormats.default(ajv)
  ajv.addSchema(JSON.parse(references['frames.json'] ?? ''), 'frames')
  const isValid = (name: string, frame: unknown) => ajv.validate({ $ref: `frames#/$defs/${name}` }, frame)
  const notification = {
    id: 3,
    type: 'LIKE',
    payload: { userId: 2, name: 'Ben', selfie: null },
    createdAt: '2026-01-01T00:00:00.000Z',
    readAt: null,
  }
  expect(isValid('ServerFrame', { type: 'NOTIFICATION', notification })).toBe(true)
  expect(isValid('ServerFrame', { type: 'NOTIFICATION', notification: { ...notification, more: 1 } })).toBe(false)
  expect(isValid('ClientFrame', { type: 'MARK_READ', senderId: 2 })).toBe(true)
  expect(isValid('ClientFrame', { type: 'MARK_READ', senderId: 0 })).toBe(false)
})
