import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Calls back with each line, the last one too if nothing ended it. */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', onLine)
}
