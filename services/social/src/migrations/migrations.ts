import type { Migration } from '@zing/kit/mongo/migrations'
import { renameDeadEvents } from './0001-rename-dead-events.ts'
import { classifyProfiles } from './0002-feed-classes.ts'

/** In the order in which they run. A migration that was released is never changed or removed. */
export const migrations: readonly Migration[] = [renameDeadEvents, classifyProfiles]
