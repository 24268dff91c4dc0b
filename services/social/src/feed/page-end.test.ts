import { expect, test } from 'vitest'
import { pageEnd } from './page-end.ts'

const at = (text: string) => new Date(`2030-05-${text}Z`)
const from = { createdAt: at('20T10:00:00.000') }
const last = { createdAt: at('10T08:15:30.123'), id: 7 }
const END = Number.MAX_SAFE_INTEGER

test('when a page shows users, it ends at the last of them, not at the last examined one (10.place.cursor)', () => {
  const shown = [
    { _id: 9, createdAt: at('19T10:00:00.000') },
    { _id: 8, createdAt: at('18T10:00:00.000') },
  ]
  expect(pageEnd({ from, shown, last })).toEqual({ createdAt: at('18T10:00:00.000'), id: 8 })
})

test.each([
  ['days', '20T10:00:00.000', '11T00:00:00.000'],
  ['hours', '10T16:00:00.000', '10T09:00:00.000'],
  ['minutes', '10T08:45:00.000', '10T08:16:00.000'],
  ['seconds', '10T08:15:40.000', '10T08:15:31.000'],
])('a run of %s without a user shown ends at a round time, and at least half of it is behind', (_what, begun, end) => {
  expect(pageEnd({ from: { createdAt: at(begun) }, shown: [], last })).toEqual({ createdAt: at(end), id: END })
})

test('a run within two seconds ends where it ended, so that the next page goes on', () => {
  expect(pageEnd({ from: { createdAt: at('10T08:15:31.000') }, shown: [], last })).toEqual(last)
})
