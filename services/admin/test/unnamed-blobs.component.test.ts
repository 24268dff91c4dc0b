import { readS3Config } from '@zing/blobs/env'
import { NAMED_BY } from '@zing/blobs/key'
import { blobModel } from '@zing/blobs/mongo-store'
import { openBlobs } from '@zing/blobs/open-blobs'
import { createLog } from '@zing/kit/observability/logger'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { startS3 } from '@zing/testing/s3'
import { NEEDS_S3, versitygw } from '@zing/testing/s3-server'
import { startMongo } from '@zing/testing/servers'
import mongoose from 'mongoose'
import { describe, expect, test } from 'vitest'
import { findUnnamedBlobs } from '../src/traces/find-unnamed-blobs.ts'

/** A server of its own, since the commands read the databases of these names. */
async function openDatabase(name: string) {
  const db = await mongoose.createConnection(`${await startMongo()}/${name}`).asPromise()
  afterTestOrFile(() => db.close())
  await blobModel(db).createIndexes()
  return db
}

const NAMES = Object.entries(NAMED_BY).flatMap(([database, collections]) =>
  collections.map((collection) => [database, collection] as const),
)

describe.each([
  ['in MongoDB', async () => null, true],
  [`in a bucket (${NEEDS_S3})`, async () => readS3Config((await startS3()).env), versitygw !== null],
])('INV-13 blobs %s', (_where, findBucket, isInstalled) => {
  test.skipIf(!isInstalled).each(NAMES)(
    'npm run erased finds blobs of %s without a document in %s, and needs the bucket for it',
    async (database, collection) => {
      const [db, s3] = [await openDatabase(database), await findBucket()]
      const blobs = await openBlobs(db, blobModel(db), s3, createLog('test', 'silent'))
      afterTestOrFile(blobs.close)
      await db.collection<{ _id: number; key: string }>(collection).insertOne({ _id: 7, key: 'folder/7' })
      for (const key of ['folder/7/full', 'folder/7/small']) await blobs.put(key, Buffer.from('bytes'))
      const find = (config = s3) => findUnnamedBlobs(db.getClient(), [database], config)
      expect(await find()).toEqual({ read: 2, unnamed: [] })
      if (s3) await expect(find(null)).rejects.toThrow(`blobs of ${database} are in a bucket`)

      for (const key of ['folder/8/full', 'other/7/full']) await blobs.put(key, Buffer.from('bytes'))
      expect(await find()).toEqual({ read: 4, unnamed: ['folder/8/full', 'other/7/full'] })
    },
  )
})

test('where a service has never run, npm run erased finds no blobs and creates nothing', async () => {
  const db = await mongoose.createConnection(`${await startMongo()}/zing_auth`).asPromise()
  afterTestOrFile(() => db.close())
  expect(await findUnnamedBlobs(db.getClient(), ['zing_auth'], null)).toEqual({ read: 0, unnamed: [] })
  expect(await db.listCollections()).toEqual([])
})
