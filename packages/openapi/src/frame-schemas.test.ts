import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import type { FrameSchemas } from './frame-schemas.ts'
import { createReferences } from './references/references.ts'

const references = createReferences()
const schemas: FrameSchemas = JSON.parse(references['frames.json'] ?? '')

test('every frame has a description', () => {
  const frames = [schemas.$defs.ClientFrame, schemas.$defs.ServerFrame].flatMap(({ oneOf }) => oneOf ?? [])
  expect(frames.length).toBeGreaterThan(25)
  expect(frames.filter(({ description }) => !description)).toEqual([])
})

// compiling the union is slow on a busy machine
test('the schemas accept frames as they are sent, and reject others', () => {
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
