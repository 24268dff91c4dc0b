import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc: (options?: { type: 'minor' }) => void = runInNewContext('gc')

/** Frees all memory that is no longer used, in about 45 ms. */
export function collectAll(): void {
  gc()
}

/** Frees what was used for a short while, in a millisecond or two. */
export function collectYoung(): void {
  gc({ type: 'minor' })
}
