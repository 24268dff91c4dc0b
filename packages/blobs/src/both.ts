import type { Blobs } from './blobs.ts'
import { DamagedBlob } from './verified.ts'

const FIRST = '0'
const LAST = '1'

/** `to` takes what is put. `from` still has what the move has not reached. */
export function both(to: Blobs, from: Blobs): Blobs {
  return {
    put: to.put,
    async get(key) {
      return (await to.get(key)) ?? (await from.get(key)) ?? (await to.get(key)) // moved in between
    },
    async remove(keys) {
      await from.remove(keys) // first: the move would bring them back
      await to.remove(keys)
    },
    async list(after) {
      const [place, key] = [after.slice(0, 1), after.slice(1)]
      const isLast = place === LAST
      const { blobs, next } = await (isLast ? to : from).list(key)
      if (next !== null) return { blobs, next: `${isLast ? LAST : FIRST}${next}` }
      return { blobs, next: isLast ? null : LAST }
    },
  }
}

/** Moves all blobs while the product runs. Repeatable; `pace` runs each step. */
export async function moveBlobs(
  from: Blobs,
  to: Blobs,
  pace: (step: () => Promise<unknown>) => Promise<unknown>,
): Promise<number> {
  let moved = 0
  for (let after: string | null = ''; after !== null; ) {
    const { blobs, next } = await from.list(after)
    for (const { key } of blobs) await pace(() => moveOne(key))
    moved += blobs.length
    after = next
  }
  return moved

  async function moveOne(key: string): Promise<void> {
    const bytes = await from.get(key).catch((error: unknown) => {
      if (error instanceof DamagedBlob) return null // stays where it is; the log has its key
      throw error
    })
    if (!bytes) return // or removed meanwhile
    await to.put(key, bytes)
    await from.remove([key])
  }
}
