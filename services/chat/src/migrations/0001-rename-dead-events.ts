import type { Migration } from '@zing/kit/mongo/migrations'
import { moveCollection } from '@zing/kit/mongo/move-collection'

/** Dead letters were called dead events until version 0.1.0. */
export const renameDeadEvents: Migration = {
  name: '0001-rename-dead-events',
  up: (db) => moveCollection(db, 'dead_events', 'dead_letters'),
}
