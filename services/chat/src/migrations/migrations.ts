import type { Migration } from '@zing/kit/mongo/migrations'
import { renameDeadEvents } from './0001-rename-dead-events.ts'

/** The migrations in their order. A released migration is never changed or removed. */
export const migrations: readonly Migration[] = [renameDeadEvents]
