import type { Migration } from '@zing/kit/mongo/migrations'

/** The migrations in the order of their runs. A released migration is never changed or removed. */
export const migrations: readonly Migration[] = []
