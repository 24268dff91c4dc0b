import { JSON_MAX_DEPTH, JSON_MAX_KEYS } from '@zing/proto/limits'

/** True while a parsed JSON value is no deeper and no wider than anything we ever expect (SEC-33). Iterative. */
export function hasSaneShape(value: unknown): boolean {
  let level: unknown[] = [value]
  let keys = 0
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > JSON_MAX_DEPTH) return false
    const next: unknown[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      const children = Object.values(item)
      keys += children.length
      if (keys > JSON_MAX_KEYS) return false
      next.push(...children)
    }
    level = next
  }
  return true
}
