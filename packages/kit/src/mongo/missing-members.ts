import type { mongo } from 'mongoose'
import { replicasMissing } from '../observability/metrics.ts'

/** Sets the metric of members that do not answer, where the database is a replica set. */
export function countMissingMembers(client: mongo.MongoClient): void {
  if (!client.options.replicaSet) return
  const missing = new Set<string>()
  const count = () => replicasMissing.set({ of: 'mongodb' }, missing.size)
  count()
  client.on('serverHeartbeatFailed', ({ connectionId }) => {
    missing.add(connectionId)
    count()
  })
  client.on('serverHeartbeatSucceeded', ({ connectionId }) => {
    missing.delete(connectionId)
    count()
  })
  client.on('serverClosed', ({ address }) => {
    missing.delete(address) // no member any more
    count()
  })
}
