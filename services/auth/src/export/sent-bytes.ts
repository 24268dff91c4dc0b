import type { SentBytes } from '../models/export.ts'

/** True if the parts together cover all bytes of a copy, in whatever order they were sent. */
export function covers(parts: SentBytes[], size: number): boolean {
  let end = 0
  for (const { from, to } of parts.toSorted((a, b) => a.from - b.from)) if (from <= end) end = Math.max(end, to)
  return end >= size
}
