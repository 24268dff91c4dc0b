import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'

/** What is known of a file when it is written, and must be found when it is read. */
export interface FileFacts {
  documents: number
  sha256: string
}

const LENGTH_BYTES = 4
const CHUNK_BYTES = 256 * 1024 // a photo is then joined of few pieces

/** BSON documents one after another, gzipped: a `.bson.gz` as mongodump writes it. Durable when the promise resolves. */
export async function writeDocuments(file: string, source: AsyncIterable<Uint8Array>): Promise<FileFacts> {
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
  const gzip = createGzip({ level: constants.Z_BEST_SPEED }) // most of it is photos, which do not get smaller
  await pipeline(counted, gzip, hashed, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
  return { documents, sha256: hash.digest('hex') }
}

/** The documents of such a file, as bytes, one at a time. */
export async function* readDocuments(file: string): AsyncGenerator<Buffer> {
  const unzipped = createGunzip({ chunkSize: CHUNK_BYTES })
  const reading = pipeline(createReadStream(file), unzipped)
  reading.catch(() => {}) // comes out of the loop below, too
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of unzipped) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    while (rest.length >= LENGTH_BYTES && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0)
      if (length <= LENGTH_BYTES) throw new Error(`${file} holds something that is no document`)
      yield rest.subarray(0, length)
      rest = rest.subarray(length)
    }
  }
  if (rest.length > 0) throw new Error(`${file} ends within a document`)
}

/** Of the file as it lies there. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
