import type { Migration } from '@zing/kit/mongo/migrations'
import { moveCollection } from '@zing/kit/mongo/move-collection'

/** Admin sessions were called grants up to version 0.1.0. */
export const renameAdminSessions: Migration = {
  name: '0001-rename-admin-sessions',
  up: (db) => moveCollection(db, 'grants', 'admin_sessions'),
}
