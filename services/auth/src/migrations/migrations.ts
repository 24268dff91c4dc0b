import type { Migration } from '@zing/kit/mongo/migrations'

/** In the order in which they run. A migration that was released is never changed or removed. */
export const migrations: readonly Migration[] = []
