import { readS3Config } from '@zing/blobs/env'
import mongoose from 'mongoose'
import { operatorEnv } from './operator/env.ts'
import { readUserId } from './operator/read-user-id.ts'
import { databasesOf, findTraces, type Trace } from './traces/find-traces.ts'
import { findUnnamedBlobs, NAMING } from './traces/find-unnamed-blobs.ts'

// `npm run erased -- <id> [username]`: searches all databases of the server of MONGO_URL, or of a running `npm start`, for a
// deleted user. Exits with 1 if it finds more than tombstones, sealed evidence before its end, and ids in moderation records.
const USAGE = 'Usage: npm run erased -- <id> [username]'
const WAIT_MS = 5_000

try {
  const [id, username] = process.argv.slice(2)
  const userId = readUserId(id, USAGE)
  const url = operatorEnv('MONGO_URL', 'the MongoDB server, as a user who may read all databases')
  const client = await new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: WAIT_MS }).connect()
  const databases = await databasesOf(client)
  const { traces, documents } = await findTraces(client, databases, { userId, username: username?.toLowerCase() })
  const blobs: Awaited<ReturnType<typeof findUnnamedBlobs>> = { read: 0, unnamed: [] }
  for (const naming of Object.entries(NAMING)) {
    if (!databases.includes(naming[0])) continue
    const found = await findUnnamedBlobs(client, naming, readS3Config())
    blobs.read += found.read
    blobs.unnamed.push(...found.unnamed)
  }
  await client.close()

  for (const trace of traces) process.stdout.write(lineOf(trace))
  const left = traces.filter(({ allowed }) => !allowed)
  const isTombstoneFound = traces.some(({ allowed }) => allowed === 'tombstone')
  const searched = `${documents} documents of ${databases.length} databases and the keys of ${blobs.read} blobs were read.`
  for (const key of blobs.unnamed.slice(0, 1))
    process.stdout.write(`${blobs.unnamed.length} blobs belong to no document, such as ${key}. They go within a day.\n`)
  if (left.length + blobs.unnamed.length > 0) process.stdout.write(`User ${userId} is not erased. ${searched}\n`)
  else if (isTombstoneFound) process.stdout.write(`User ${userId} is erased. ${searched}\n`)
  else process.stdout.write(`Nothing of user ${userId} was found, and no tombstone: is it the right id? ${searched}\n`)
  process.exitCode = left.length + blobs.unnamed.length > 0 ? 1 : 0
} catch (error) {
  process.stderr.write(`Not searched: ${error instanceof Error ? error.message : error}\n`)
  process.exit(2) // an open connection would keep the process alive
}

function lineOf({ database, collection, documents, example, allowed, until }: Trace): string {
  const place = `${database}.${collection}: ${documents} ${documents === 1 ? 'document' : 'documents'}`
  const end = until ? `${allowed ? ' until' : ': sealed evidence that has ended on'} ${until}` : ''
  return `${place}, such as ${example.id} (${example.fields.join(', ')})${allowed ? `: ${allowed}` : ''}${end}\n`
}
