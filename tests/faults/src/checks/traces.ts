import type { Trace } from '@zing/admin/traces/find-traces'
import { databasesOf, findTraces } from '@zing/admin/traces/find-traces'
import mongoose from 'mongoose'
import type { Departure } from './moderation/deletions.ts'
import type { Violation } from './violation.ts'

/** Searches all databases for deleted users, as `npm run erased` does (INV-13). */
export async function searchTraces(
  mongoUrl: string,
  departures: readonly (Pick<Departure, 'id' | 'at'> & { username: string })[],
): Promise<Violation[]> {
  const client = await new mongoose.mongo.MongoClient(mongoUrl).connect()
  try {
    const databases = await databasesOf(client)
    const violations: Violation[] = []
    for (const { id: userId, at, username } of departures) {
      const { traces } = await findTraces(client, databases, { userId, username })
      violations.push(...checkTraces({ id: userId, at }, traces))
    }
    return violations
  } finally {
    await client.close()
  }
}

/** A deleted user leaves a tombstone and allowed traces only. */
export function checkTraces({ id, at }: Pick<Departure, 'id' | 'at'>, traces: Trace[]): Violation[] {
  const who = `${id}, deleted at ${at} ms,`
  const left = traces.filter(({ allowed }) => !allowed)
  const found = left.map(({ database, collection, example }): Violation => {
    const text = `${who} is in ${database}.${collection}: ${example.id} (${example.fields.join(', ')})`
    return { invariant: 'INV-13', text }
  })
  if (traces.some(({ allowed }) => allowed === 'tombstone')) return found
  return [...found, { invariant: 'INV-13', text: `${who} has no tombstone` }]
}
