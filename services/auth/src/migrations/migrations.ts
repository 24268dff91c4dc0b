import type { Migration } from '@zing/kit/mongo/migrations'

/** Auth runs them in this order. Released migrations are never changed or removed. */
export const migrations: readonly Migration[] = []
