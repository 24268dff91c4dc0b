import { expect, test } from 'vitest'
import { withPhoto } from './photo-changes.ts'

const MINUTE_MS = 60_000
const at = new Date('2026-01-01T12:00:00Z')
const minutesAgo = (minutes: number) => at.getTime() - minutes * MINUTE_MS

test('a photo change stores its time and drops times older than an hour', () => {
  const selfieChanges = [minutesAgo(61), minutesAgo(60), minutesAgo(59)]
  expect(withPhoto({ selfieChanges }, 7, at)).toEqual({
    selfieVersion: 7,
    selfieChanges: [minutesAgo(59), at.getTime()],
  })
})

test('SEC-57 the eleventh photo change within an hour is rejected until the first is an hour old', () => {
  const selfieChanges = Array.from({ length: 10 }, (_, i) => minutesAgo(50 - i))
  expect(() => withPhoto({ selfieChanges }, 7, at)).toThrow(
    expect.objectContaining({ status: 429, retryAfterSeconds: 600 }),
  )
})
