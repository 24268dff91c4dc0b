import { JSON_MAX_DEPTH, JSON_MAX_KEYS } from '@zing/proto/limits'

/** True if a parsed JSON value has at most JSON_MAX_DEPTH levels and `maxKeys` keys (SEC-33). Iterative. */
export function isWithinJsonLimits(value: unknown, maxKeys: number = JSON_MAX_KEYS): boolean {
  let level: unknown[] = [value]
  let keys = 0
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > JSON_MAX_DEPTH) return false
    const next: unknown[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      const children = Object.values(item)
      keys += children.length
      if (keys > maxKeys) return false
      next.push(...children)
    }
    level = next
  }
  return true
}
