import type { Migration } from '@zing/kit/mongo/migrations'
import { renameAdminSessions } from './0001-rename-admin-sessions.ts'
import { renameUsedAttempts } from './0002-rename-used-attempts.ts'

/** In the order in which they run. A migration that was released is never changed or removed. */
export const migrations: readonly Migration[] = [renameAdminSessions, renameUsedAttempts]
