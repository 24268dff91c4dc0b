import type { z } from 'zod/mini'

/** A value in local or session storage, checked by its schema: what is missing, broken or from an older version is null. */
export function readStored<S extends z.ZodMiniType>(storage: Storage, key: string, schema: S): z.output<S> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(storage.getItem(key) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Storage may be full or forbidden: then it is not kept. */
export function writeStored(storage: Storage, key: string, value: unknown): void {
  try {
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(value))
  } catch {
    // what is stored is a convenience, never the only copy
  }
}
