import { createHash } from 'node:crypto'
import { BRIEF } from '@zing/blobs/key'
import type { OpenBlobs } from '@zing/blobs/open-blobs'
import { DamagedBlob } from '@zing/blobs/verified'
import { StartError } from '@zing/dev-env/start-error'
import { BSON } from 'bson'
import type { mongo } from 'mongoose'
import { readDocuments } from './document-file.ts'

/** The collection with the blobs of a service. In a backup it has the bucket's too. */
export const BLOBS = 'blobs'

/** Yields every blob as the document that MongoDB would have, one in memory at a time. */
export async function* blobDocuments(blobs: OpenBlobs, log: (line: string) => void): AsyncGenerator<Uint8Array> {
  for (let after: string | null = ''; after !== null; ) {
    const page = await blobs.list(after)
    for (const { key, createdAt } of page.blobs.filter((one) => !BRIEF.test(one.key))) {
      const bytes = await blobs.get(key).catch((error: unknown) => {
        if (!(error instanceof DamagedBlob)) throw error
        log(`${error.message} The backup goes on without it.`)
        return null
      })
      if (bytes) yield BSON.serialize({ _id: key, bytes, sha256: sha256Of(bytes), createdAt })
    }
    after = page.next
  }
}

interface BlobRow {
  _id: string
  bytes: mongo.Binary
  sha256: string
}

/** Puts the blobs of a backup into the bucket. Each checksum is compared before. Returns their number. */
export async function restoreBlobs(blobs: OpenBlobs, file: string): Promise<number> {
  let count = 0
  for await (const raw of readDocuments(file)) {
    const { _id, bytes, sha256 } = BSON.deserialize(raw) as BlobRow // a blob of the backup
    const content = Buffer.from(bytes.buffer)
    if (sha256Of(content) !== sha256) throw new StartError(`${file} is damaged: the checksum of ${_id} differs.`)
    await blobs.put(_id, content)
    count += 1
  }
  return count
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
