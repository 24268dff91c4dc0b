import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { CLDR_FILES, REGION_NAMES_FILE, REGIONS_FILE, TOWNS_FILE } from './sources.ts'

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))
const FILE = path.join(PACKAGE, 'data', 'checksums.json')

/** Checksums by file: what the lists are made from and by, and the lists. */
export function checksums() {
  const code = ['scripts/write', 'src/names', 'src/data'].flatMap((folder) =>
    readdirSync(path.join(PACKAGE, folder)).map((file) => `${folder}/${file}`),
  )
  const lists = ['data/towns.br', 'data/names.br']
  const own = [...code, ...lists]
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file, path.join(PACKAGE, file)])
  const sources = [TOWNS_FILE, REGIONS_FILE, REGION_NAMES_FILE, ...Object.values(CLDR_FILES)].map((file) => [
    path.basename(file),
    file,
  ])
  return Object.fromEntries([...sources, ...own].map(([name, file]) => [name, sha256(file as string)]))
}

export function writeChecksums() {
  writeFileSync(FILE, `${JSON.stringify(checksums(), null, 2)}\n`)
}

export function recordedChecksums(): Record<string, string> {
  return JSON.parse(readFileSync(FILE, 'utf8'))
}

function sha256(file: string) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
