import { expect, test } from 'vitest'
import { parseStat } from './process-usage.ts'

test('when a process name has spaces and brackets, it is parsed', () => {
  const fields = Array.from({ length: 50 }, (_, index) => index + 3)
  fields[11] = 150 // user ticks
  fields[12] = 50 // system ticks
  fields[13] = 30 // user ticks of ended children
  fields[14] = 10
  fields[21] = 2_560 // pages
  expect(parseStat(`42 (node (a) b) ${fields.join(' ')}`)).toEqual({
    cpuMs: 2_000,
    endedCpuMs: 400,
    rssBytes: 10_485_760,
  })
})
