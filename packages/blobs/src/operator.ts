import { operatorConnection } from '@zing/kit/mongo/operator-connection'
import { createLog } from '@zing/kit/observability/logger'
import type { mongo } from 'mongoose'
import type { S3Config } from './env.ts'
import { blobModel } from './mongo-store.ts'
import { type OpenBlobs, openBlobs } from './open-blobs.ts'
import { usesBucket } from './prefix.ts'

/** Opens all blobs of a database, a bucket's too, for an operator's command. It creates nothing, so that a reader may use it. */
export function openStoredBlobs(client: mongo.MongoClient, database: string, s3: S3Config | null): Promise<OpenBlobs> {
  const db = operatorConnection(client, database)
  return openBlobs(db, blobModel(db), s3, createLog('operator', 'silent'))
}

/** True if a bucket may have blobs of this database. */
export function hasBucket(client: mongo.MongoClient, database: string): Promise<boolean> {
  return usesBucket(operatorConnection(client, database))
}
