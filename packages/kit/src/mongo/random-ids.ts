import { randomInt } from 'node:crypto'
import { errors } from '@zing/proto/errors'
import type { Ids } from './id-sequence.ts'

/** Ids have 15 digits: two are hardly ever equal, and all are safe integers. */
const MIN = 10 ** 14
const MAX = 2 ** 48
const MAX_ATTEMPTS = 5

/**
 * Creates numeric ids whose gaps tell nothing, unlike ids of `createIds`. `isUsed` avoids a taken id. When two processes draw
 * the same id at once, a unique index refuses the second.
 */
export function createRandomIds(isUsed: (id: number) => Promise<boolean>, draw = () => randomInt(MIN, MAX)): Ids {
  return {
    async next() {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const id = draw()
        if (!(await isUsed(id))) return id
      }
      throw errors.unavailable()
    },
  }
}
