import type { z } from 'zod/mini'

/** Reads a value from web storage; null if it is missing or broken. */
export function readStored<S extends z.ZodMiniType>(storage: Storage, key: string, schema: S): z.output<S> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(storage.getItem(key) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Writes a value to web storage, or removes it if null. */
export function writeStored(storage: Storage, key: string, value: unknown): void {
  try {
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(value))
  } catch {
    // storage is full or forbidden
  }
}
