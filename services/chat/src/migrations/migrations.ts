import type { Migration } from '@zing/kit/mongo/migrations'
import { keysPerConversation } from './0001-keys-per-conversation.ts'

/** The migrations in their order. A released migration is never changed or removed. */
export const migrations: readonly Migration[] = [keysPerConversation]
