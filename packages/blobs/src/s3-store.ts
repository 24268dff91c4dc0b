import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Log } from '@zing/kit/observability/logger'
import { BLOB_MAX_BYTES, type Store } from './blobs.ts'
import type { S3Config } from './env.ts'
import { createAsk } from './s3-ask.ts'

const CONNECT_MS = 1_000
const ATTEMPTS = 2
const SOCKETS = 50
const DELETIONS = 16
const PAGE = 500

/** Keeps blobs in a bucket, all under `prefix`. Deletes one by one, since some services refuse a call for many. */
export function createS3Store(config: S3Config, prefix: string, log: Log): Store & { close(): void } {
  const client = new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    forcePathStyle: config.isPathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    maxAttempts: ATTEMPTS,
    // not every service knows Amazon's newer checksums; ours is in the metadata
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      httpAgent: { maxSockets: SOCKETS },
      httpsAgent: { maxSockets: SOCKETS },
    },
  })
  const ask = createAsk(log)
  const Bucket = config.bucket
  const at = (key: string) => ({ Bucket, Key: `${prefix}/${key}` })

  return {
    name: 's3',
    async put(key, { bytes, sha256 }) {
      const command = new PutObjectCommand({
        ...at(key),
        Body: bytes,
        ContentLength: bytes.length,
        Metadata: { sha256 },
      })
      await ask((abortSignal) => client.send(command, { abortSignal }))
    },
    get: (key) =>
      ask(async (abortSignal) => {
        const found = await client.send(new GetObjectCommand(at(key)), { abortSignal }).catch((error: unknown) => {
          if (error instanceof NoSuchKey) return null
          throw error
        })
        if (!found?.Body) return null
        const bytes = await readAll(found.Body as Readable) // in Node it is a stream
        return { bytes, sha256: found.Metadata?.sha256 ?? '' }
      }),
    async remove(keys) {
      for (let first = 0; first < keys.length; first += DELETIONS) {
        const some = keys.slice(first, first + DELETIONS)
        await ask((abortSignal) =>
          Promise.all(some.map((key) => client.send(new DeleteObjectCommand(at(key)), { abortSignal }))),
        )
      }
    },
    list: (after) =>
      ask(async (abortSignal) => {
        const start = after && { StartAfter: at(after).Key }
        const command = new ListObjectsV2Command({ Bucket, Prefix: `${prefix}/`, MaxKeys: PAGE, ...start })
        const { Contents = [], IsTruncated } = await client.send(command, { abortSignal })
        const blobs = Contents.map(({ Key = '', LastModified = new Date() }) => ({
          key: Key.slice(prefix.length + 1),
          createdAt: LastModified,
        }))
        return { blobs, next: IsTruncated ? (blobs.at(-1)?.key ?? null) : null }
      }),
    close: () => client.destroy(),
  }
}

/** Reads no more than the largest blob, whatever the bucket sends. */
async function readAll(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > BLOB_MAX_BYTES) throw new Error('the object is larger than any that Zing puts')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
