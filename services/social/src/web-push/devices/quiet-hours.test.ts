import { expect, test } from 'vitest'
import { isQuiet } from './quiet-hours.ts'

const night = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }
const quietAt = (hours: Parameters<typeof isQuiet>[0], time: string) => isQuiet(hours, new Date(time))

test('quiet hours over midnight begin with their first minute and end with their last', () => {
  expect(quietAt(night, '2026-01-10T20:59:59Z')).toBe(false)
  expect(quietAt(night, '2026-01-10T21:00:00Z')).toBe(true)
  expect(quietAt(night, '2026-01-10T23:00:00Z')).toBe(true) // midnight in Berlin
  expect(quietAt(night, '2026-01-11T05:59:59Z')).toBe(true)
  expect(quietAt(night, '2026-01-11T06:00:00Z')).toBe(false)
})

test('quiet hours within a day', () => {
  const noon = { from: '12:30', to: '14:00', timeZone: 'UTC' }
  const times = ['12:29', '12:30', '13:59', '14:00', '00:00'].map((time) => quietAt(noon, `2026-01-10T${time}:00Z`))
  expect(times).toEqual([false, true, true, false, false])
})

test('when begin and end are the same, the whole day is quiet', () => {
  expect(quietAt({ from: '08:00', to: '08:00', timeZone: 'UTC' }, '2026-01-10T03:00:00Z')).toBe(true)
})

test('summer time moves quiet hours with the clock of the user', () => {
  // Berlin goes from UTC+1 to UTC+2 on 29 March 2026, and back on 25 October, at 01:00 UTC
  expect([quietAt(night, '2026-03-28T05:59:00Z'), quietAt(night, '2026-03-28T06:00:00Z')]).toEqual([true, false])
  expect([quietAt(night, '2026-03-29T04:59:00Z'), quietAt(night, '2026-03-29T05:00:00Z')]).toEqual([true, false])
  expect([quietAt(night, '2026-07-01T19:59:00Z'), quietAt(night, '2026-07-01T20:00:00Z')]).toEqual([false, true])
  expect([quietAt(night, '2026-10-25T05:59:00Z'), quietAt(night, '2026-10-25T06:00:00Z')]).toEqual([true, false])
})

test('an hour that summer time skips is not quiet, and a repeated hour is quiet both times', () => {
  const early = { from: '02:00', to: '03:00', timeZone: 'Europe/Berlin' }
  expect(quietAt(early, '2026-03-29T00:59:00Z')).toBe(false) // 01:59, and the next minute is 03:00
  expect(quietAt(early, '2026-03-29T01:00:00Z')).toBe(false)
  expect(quietAt(early, '2026-10-25T00:30:00Z')).toBe(true) // 02:30 summer time
  expect(quietAt(early, '2026-10-25T01:30:00Z')).toBe(true) // 02:30 winter time
})

test('time zones with half hours, and without summer time', () => {
  const kolkata = { ...night, timeZone: 'Asia/Kolkata' } // UTC+5:30
  expect([quietAt(kolkata, '2026-07-01T16:29:00Z'), quietAt(kolkata, '2026-07-01T16:30:00Z')]).toEqual([false, true])
})

test('without quiet hours it is never quiet', () => {
  expect([quietAt(null, '2026-01-10T23:00:00Z'), quietAt(undefined, '2026-01-10T23:00:00Z')]).toEqual([false, false])
})
