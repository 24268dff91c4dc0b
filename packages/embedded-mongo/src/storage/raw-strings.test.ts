import { BSON, type Document } from 'bson'
import { expect, test } from 'vitest'
import { fieldsOf } from './raw-document.ts'
import { appendStrings, hasString } from './raw-strings.ts'

function stored(list: unknown) {
  const raw = Buffer.from(BSON.serialize({ before: 1, list, after: 'x' }))
  const field = fieldsOf(raw).find(({ name }) => name === 'list')
  if (!field) throw new Error('no list')
  return { raw, field }
}

/** Parses an element, as the only one of a document. */
function parsed(element: Buffer): Document {
  const length = Buffer.alloc(4)
  length.writeInt32LE(element.length + 5)
  return BSON.deserialize(Buffer.concat([length, element, Buffer.from([0])]))
}

function appended(list: unknown[], texts: string[], max = Number.POSITIVE_INFINITY): Buffer {
  const { raw, field } = stored(list)
  return appendStrings(
    raw,
    field,
    texts.map((text) => Buffer.from(text)),
    max,
  )
}

function elementOf(list: unknown): Buffer {
  const { raw, field } = stored(list)
  return raw.subarray(field.start, field.end)
}

const texts = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `text ${from + at}`)

test.each([0, 1, 9, 10, 11, 99, 100, 101, 1_000])('strings are appended to %i others', (count) => {
  expect(appended(texts(count), ['ä', ''])).toEqual(elementOf([...texts(count), 'ä', '']))
})

test.each([
  [200, 1],
  [200, 16],
  [199, 2],
  [3, 250],
  [250, 3],
])('of %i and %i strings the last 200 are kept, with the names that their places have', (old, added) => {
  const all = [...texts(old), ...texts(added, old)]
  expect(appended(texts(old), texts(added, old), 200)).toEqual(elementOf(all.slice(-200)))
})

test('elements of other types stay as they are', () => {
  const list = [1, null, { a: ['x'] }, ['y'], true, new Date(5)]
  expect(parsed(appended(list, ['z'], 5))).toEqual({ list: [...list, 'z'].slice(-5) })
})

test('a string is found among the elements of an array, and as a value', () => {
  const has = (list: unknown, ...wanted: string[]) => {
    const { raw, field } = stored(list)
    return hasString(
      raw,
      field,
      wanted.map((text) => Buffer.from(text)),
    )
  }
  expect(has(texts(150), 'text 149')).toBe(true)
  expect(has(texts(150), 'nothing', 'text 0')).toBe(true)
  expect(has(texts(150), 'text 150', 'text 1490', 'text')).toBe(false)
  expect(has(['x'], '')).toBe(false)
  expect(has(['', 'x'], '')).toBe(true)
  expect(has([['text 1'], { text: 'text 1' }, 1, null], 'text 1')).toBe(false)
  expect(has('text 1', 'text 1')).toBe(true)
  expect(has('text 1', 'text 2')).toBe(false)
  expect(has(null, 'null')).toBe(false)
})

test('a missing field has no string', () => {
  expect(hasString(Buffer.alloc(0), undefined, [Buffer.from('x')])).toBe(false)
})
