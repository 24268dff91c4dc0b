import { expect, test } from 'vitest'
import { createTally } from './failures.ts'

const failed = (what: string) =>
  `time="2026-11-21T11:11:50Z" level=warning msg="failed: ${what} | 12 ms" source=console`

test('failures of one kind are one line with a count, the most frequent first', () => {
  const tally = createTally()
  for (const what of ['GET /api/user: 503', 'POST /api/likes: EOF (1000)', 'POST /api/likes: EOF (1000)']) {
    expect(tally.add(failed(what))).toBe(true)
  }
  expect(tally.failures()).toEqual([
    { what: 'POST /api/likes: EOF (1000)', times: 2 },
    { what: 'GET /api/user: 503', times: 1 },
  ])
})

test('an error that a script did not foresee counts too', () => {
  const tally = createTally()
  const line = 'time="x" level=error msg="Uncaught (in promise) Error: no people\\n\\tat feed" executor=y scenario=z'
  expect(tally.add(line)).toBe(true)
  expect(tally.failures()).toEqual([{ what: 'Error: no people', times: 1 }])
})

test('a failed call that nobody caught counts once', () => {
  const tally = createTally()
  expect(tally.add('level=error msg="Uncaught (in promise) Error: failed: GET /api/user: 503\\n" executor=y')).toBe(
    true,
  )
  expect(tally.failures()).toEqual([])
})

test('other lines are left to others', () => {
  expect(createTally().add('time="x" level=info msg="hello" source=console')).toBe(false)
})
