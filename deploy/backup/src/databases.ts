import type { mongo } from 'mongoose'

export interface BackedUpDatabase {
  name: string
  /** The collections that are read first, in this order: the others may then hold more, never less. */
  first?: string[]
  /** Left out. A restore must not sign in a user who has signed out since. Pictures of verifications are kept for a day at most. */
  excluded?: string[]
}

/**
 * The order in which a backup reads the databases while they change: replicas before their owner. Reconciliation repairs a
 * replica that lags behind. A replica ahead of its owner would reject the owner's next changes.
 */
export const DATABASES: BackedUpDatabase[] = [
  { name: 'zing_admin', first: ['cases', 'audit_head'], excluded: ['admin_sessions'] },
  { name: 'zing_chat', first: ['conversations', 'messages', 'media'] },
  { name: 'zing_social', first: ['pairs'] },
  { name: 'zing_auth', first: ['users'], excluded: ['sessions', 'verifications', 'picturesToSee'] },
]

/** Read last, so that no id in the backup is above its counter. */
export const COUNTERS = 'counters'

export async function collectionsOf(client: mongo.MongoClient, database: BackedUpDatabase): Promise<string[]> {
  const found = await client.db(database.name).listCollections({}, { nameOnly: true }).toArray()
  return found
    .map(({ name }) => name)
    .filter((name) => !database.excluded?.includes(name) && !name.startsWith('system.'))
    .sort((a, b) => rank(a, database) - rank(b, database) || a.localeCompare(b))
}

function rank(collection: string, { first = [] }: BackedUpDatabase): number {
  if (first.includes(collection)) return first.indexOf(collection)
  return collection === COUNTERS ? first.length + 1 : first.length
}
