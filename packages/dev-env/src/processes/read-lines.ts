import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const KEPT_LINES = 200

/** Calls `onLine` for each line, and returns a live list of the latest lines. */
export function readLines(streams: Readable[], onLine?: (line: string) => void): string[] {
  const latest: string[] = []
  for (const input of streams) {
    createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      latest.push(line)
      if (latest.length > KEPT_LINES) latest.shift()
      onLine?.(line)
    })
  }
  return latest
}
