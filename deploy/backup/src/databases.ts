import type { mongo } from 'mongoose'

export interface BackedUpDatabase {
  name: string
  /** Read before the others of its database: what is in the others may then be more, never less. */
  first?: string
  /** Not in a backup: whoever was signed out since must not be signed in again by a restore. */
  leftOut?: string
}

/**
 * In the order in which a backup reads them while people go on. Who keeps a copy is read before its owner: a copy that is
 * behind is mended by the comparison at the start, one that is ahead would refuse the owner's next change.
 */
export const DATABASES: BackedUpDatabase[] = [
  { name: 'zing_admin', leftOut: 'admin_sessions' },
  { name: 'zing_chat', first: 'conversations' },
  { name: 'zing_social', first: 'pairs' },
  { name: 'zing_auth', first: 'users', leftOut: 'sessions' },
]

/** Read last, so that no id in the backup is above its counter. */
export const COUNTERS = 'counters'

/** What a backup holds of a database, in the order in which it is read. */
export async function collectionsOf(client: mongo.MongoClient, database: BackedUpDatabase): Promise<string[]> {
  const found = await client.db(database.name).listCollections({}, { nameOnly: true }).toArray()
  return found
    .map(({ name }) => name)
    .filter((name) => name !== database.leftOut && !name.startsWith('system.'))
    .sort((a, b) => rank(a, database) - rank(b, database) || a.localeCompare(b))
}

function rank(collection: string, { first }: BackedUpDatabase): number {
  if (collection === first) return 0
  return collection === COUNTERS ? 2 : 1
}
