import { open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '@zing/dev-env/start-error'
import { z } from 'zod'
import { DATABASES } from './databases.ts'

const FORMAT = 1
const NAME = 'manifest.json'

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Later changes may be in the backup or not. */
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  collections: z.array(
    z.object({
      database: z.enum(DATABASES.map(({ name }) => name)),
      collection: z.string().regex(/^\w+$/),
      documents: z.int().min(0),
      sha256: z.string(),
    }),
  ),
})
export type Manifest = z.infer<typeof Manifest>
export type ManifestEntry = Manifest['collections'][number]

/** Writes the last file of a backup; without it the backup counts as interrupted. */
export async function writeManifest(folder: string, content: Omit<Manifest, 'format'>): Promise<void> {
  const file = path.join(folder, NAME)
  const draft = await open(`${file}.new`, 'wx', 0o600)
  await draft.writeFile(`${JSON.stringify({ format: FORMAT, ...content }, null, 2)}\n`)
  await draft.sync()
  await draft.close()
  await rename(`${file}.new`, file)
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, NAME), 'utf8').catch(() => null)
  if (text === null) {
    throw new StartError(`${folder} is not a complete backup: ${NAME}, which is written last, is missing.`)
  }
  try {
    return Manifest.parse(JSON.parse(text))
  } catch {
    throw new StartError(`${folder} is damaged: ${NAME} is not what a backup of Zing writes.`)
  }
}

export function documentsFile(
  folder: string,
  { database, collection }: Pick<ManifestEntry, 'database' | 'collection'>,
) {
  return path.join(folder, database, `${collection}.bson.gz`)
}
