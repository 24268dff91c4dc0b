import type { Migration } from '@zing/kit/mongo/migrations'

/** The migrations in their order. A released migration is never changed or removed. */
export const migrations: readonly Migration[] = []
