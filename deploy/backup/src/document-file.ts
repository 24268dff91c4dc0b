import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'

export interface FileMetadata {
  documents: number
  sha256: string
}

const LENGTH_BYTES = 4
const CHUNK_BYTES = 256 * 1024 // few chunks per photo

/** Writes BSON documents to a `.bson.gz` as mongodump does. Durable when the promise resolves. */
export async function writeDocuments(file: string, source: AsyncIterable<Uint8Array>): Promise<FileMetadata> {
  const hash = createHash('sha256')
  let documents = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const raw of source) {
      documents += 1
      yield raw
    }
  }
  const hashed = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const gzip = createGzip({ level: constants.Z_BEST_SPEED }) // mostly photos, which do not compress
  await pipeline(counted, gzip, hashed, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
  return { documents, sha256: hash.digest('hex') }
}

export async function* readDocuments(file: string): AsyncGenerator<Buffer> {
  const unzipped = createGunzip({ chunkSize: CHUNK_BYTES })
  const reading = pipeline(createReadStream(file), unzipped)
  reading.catch(() => {}) // the loop below throws it too
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of unzipped) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    while (rest.length >= LENGTH_BYTES && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0)
      if (length <= LENGTH_BYTES) throw new Error(`${file} contains an invalid document`)
      yield rest.subarray(0, length)
      rest = rest.subarray(length)
    }
  }
  if (rest.length > 0) throw new Error(`${file} is truncated`)
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
