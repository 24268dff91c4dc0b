import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { connectNats, type Nats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import { createLog } from '@zing/kit/observability/logger'
import { lookAtPicture, VISION_TIMEOUT_MS } from '@zing/proto/nats/rpc/vision'
import { likenessOf } from '@zing/proto/vision/likeness'
import type { FaceDescriptor } from '@zing/proto/vision/seen-picture'
import { BANNED_LIKENESS } from '../src/moderation/ban-matches.ts'
import { hashOrigins, hashPhoto, similarTo } from '../src/photos/photo-hash.ts'
import { type Jpegs, toJpegs } from '../src/photos/to-jpegs.ts'
import { EDITS } from './edits.ts'

// `npm run vision:evasion -- <folder> [--nats <url>]` prints how many edited photos of banned users are recognised. The folder
// has `<person>-<number>.jpg`. With the address of a NATS where vision runs, it also compares faces.

interface Photo {
  name: string
  person: string
  sent: Buffer
  stored: Jpegs
  hash: string | null
  face: FaceDescriptor | null
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { nats: { type: 'string' } } })
const [folder] = positionals
if (!folder) throw new Error('usage: npm run vision:evasion -- <folder of photos> [--nats <url>]')
const nats = values.nats ? connectNats(values.nats, 'auth', createLog('evasion', 'silent')) : null
await nats?.connection
const photos = await readPhotos(folder, nats)

print('| What came back | Pairs | By photo hash | By face |\n|---|---|---|---|')
for (const [name, edit] of Object.entries(EDITS)) {
  const pairs: Outcome[] = []
  for (const photo of photos) pairs.push(await compare(photo, await edit(photo.sent)))
  printRow(name, pairs)
}
const others = photos.flatMap((photo) =>
  photos.filter((other) => other !== photo).map((other) => [photo, other] as const),
)
for (const isSame of [true, false]) {
  const found: Outcome[] = []
  for (const [photo, other] of others)
    if ((photo.person === other.person) === isSame) found.push(await compare(photo, other.sent))
  printRow(isSame ? 'the same person, another photo' : 'another person (each one is a mistake)', found)
}
const withFace = photos.filter(({ face }) => face).length
print(`\n${photos.length} photos, ${nats ? `${withFace} with a face` : 'faces not compared: no --nats'}`)
await nats?.drain()

async function readPhotos(from: string, vision: Nats | null): Promise<Photo[]> {
  const names = (await readdir(from)).filter((name) => /\.(jpe?g|png|webp)$/i.test(name)).toSorted()
  const found: Photo[] = []
  for (const name of names) {
    const sent = await readFile(path.join(from, name))
    const stored = await toJpegs(sent)
    const person = path.parse(name).name.replace(/-?\d*$/, '')
    found.push({ name, person, sent, stored, hash: await hashPhoto(stored.jpeg), face: await faceIn(stored, vision) })
  }
  return found
}

interface Outcome {
  byHash: boolean
  byFace: boolean | null
}

/** Does what auth does when a banned user comes back with a photo. */
async function compare({ hash, face }: Photo, sent: Buffer): Promise<Outcome> {
  const stored = await toJpegs(sent)
  const byHash = hash !== null && similarTo(await hashOrigins(stored.medium))(hash)
  if (!nats || !face) return { byHash, byFace: null }
  const seen = await faceIn(stored, nats)
  return { byHash, byFace: seen !== null && (likenessOf(seen, face) ?? 0) >= BANNED_LIKENESS }
}

async function faceIn({ medium }: Jpegs, vision: Nats | null): Promise<FaceDescriptor | null> {
  if (!vision) return null
  const question = { picture: medium.toString('base64'), wants: { face: true as const } }
  const { face } = await request(vision, lookAtPicture, question, VISION_TIMEOUT_MS)
  return face ?? null
}

function printRow(name: string, pairs: Outcome[]): void {
  const faces = pairs.flatMap(({ byFace }) => byFace ?? [])
  const hashes = pairs.map(({ byHash }) => byHash)
  print(`| ${name} | ${pairs.length} | ${shareOf(hashes)} | ${shareOf(faces)} |`)
}

function shareOf(found: boolean[]): string {
  if (found.length === 0) return '-'
  const count = found.filter(Boolean).length
  return `${count} of ${found.length} (${Math.round((count / found.length) * 100)} %)`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
