import { createLog } from '@zing/kit/observability/logger'
import mongoose, { type Connection, type mongo } from 'mongoose'
import type { S3Config } from './env.ts'
import { blobModel } from './mongo-store.ts'
import { type OpenBlobs, openBlobs } from './open-blobs.ts'
import { usesBucket } from './prefix.ts'

/** Opens all blobs of a database, a bucket's too, for an operator's command. It creates nothing, so that a reader may use it. */
export function openStoredBlobs(client: mongo.MongoClient, database: string, s3: S3Config | null): Promise<OpenBlobs> {
  const db = connectionTo(client, database)
  return openBlobs(db, blobModel(db), s3, createLog('operator', 'silent'))
}

/** True if a bucket may have blobs of this database. */
export function hasBucket(client: mongo.MongoClient, database: string): Promise<boolean> {
  return usesBucket(connectionTo(client, database))
}

function connectionTo(client: mongo.MongoClient, database: string): Connection {
  const db = mongoose.createConnection().setClient(client).useDb(database)
  Object.assign(db.config, { autoIndex: false, autoCreate: false }) // the services create both; `set` ignores new options
  return db
}
