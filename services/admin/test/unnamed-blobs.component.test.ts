import { readS3Config } from '@zing/blobs/env'
import { blobModel } from '@zing/blobs/mongo-store'
import { openBlobs } from '@zing/blobs/open-blobs'
import { createLog } from '@zing/kit/observability/logger'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { NEEDS_S3, startS3, versitygw } from '@zing/testing/s3'
import { testDatabase } from '@zing/testing/servers'
import mongoose from 'mongoose'
import { describe, expect, test } from 'vitest'
import { findUnnamedBlobs } from '../src/traces/find-unnamed-blobs.ts'

async function openDatabase() {
  const url = testDatabase()
  const db = await mongoose.createConnection(url).asPromise()
  afterTestOrFile(() => db.close())
  await blobModel(db).createIndexes()
  return { db, name: new URL(url).pathname.slice(1) }
}

describe.each([
  ['in MongoDB', async () => null, true],
  [`in a bucket (${NEEDS_S3})`, async () => readS3Config((await startS3()).env), versitygw !== null],
])('INV-13 blobs %s', (_where, findBucket, isInstalled) => {
  test.skipIf(!isInstalled)(
    'npm run erased finds those that no document names, and needs the bucket for it',
    async () => {
      const [{ db, name }, s3] = [await openDatabase(), await findBucket()]
      const blobs = await openBlobs(db, blobModel(db), s3, createLog('test', 'silent'))
      afterTestOrFile(blobs.close)
      const collection = 'media'
      await db.collection<{ _id: number; key: string }>(collection).insertOne({ _id: 7, key: 'folder/7' })
      for (const key of ['folder/7/jpeg', 'folder/7/small']) await blobs.put(key, Buffer.from('bytes'))
      const find = (config = s3) => findUnnamedBlobs(db.getClient(), [name, collection], config)
      expect(await find()).toEqual({ read: 2, unnamed: [] })
      if (s3) await expect(find(null)).rejects.toThrow('photos are in a bucket')

      for (const key of ['folder/8/jpeg', 'other/7/jpeg']) await blobs.put(key, Buffer.from('bytes'))
      expect(await find()).toEqual({ read: 4, unnamed: ['folder/8/jpeg', 'other/7/jpeg'] })
    },
  )
})
