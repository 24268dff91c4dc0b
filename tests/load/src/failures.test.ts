import { expect, test } from 'vitest'
import { createTally } from './failures.ts'

const failed = (message: string) =>
  `time="2026-11-21T11:11:50Z" level=warning msg="failed: ${message} | 12 ms" source=console`

test('it groups failures by message, the most frequent first', () => {
  const tally = createTally()
  for (const message of ['GET /api/user: 503', 'POST /api/likes: EOF (1000)', 'POST /api/likes: EOF (1000)']) {
    expect(tally.add(failed(message))).toBe(true)
  }
  expect(tally.failures()).toEqual([
    { message: 'POST /api/likes: EOF (1000)', count: 2 },
    { message: 'GET /api/user: 503', count: 1 },
  ])
})

test('an uncaught error of a script counts as a failure', () => {
  const tally = createTally()
  const line = 'time="x" level=error msg="Uncaught (in promise) Error: no users\\n\\tat feed" executor=y scenario=z'
  expect(tally.add(line)).toBe(true)
  expect(tally.failures()).toEqual([{ message: 'Error: no users', count: 1 }])
})

test('an uncaught failed call counts once', () => {
  const tally = createTally()
  expect(tally.add('level=error msg="Uncaught (in promise) Error: failed: GET /api/user: 503\\n" executor=y')).toBe(
    true,
  )
  expect(tally.failures()).toEqual([])
})

test('other lines are no failures', () => {
  expect(createTally().add('time="x" level=info msg="hello" source=console')).toBe(false)
})
