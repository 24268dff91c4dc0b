import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { formatLimit } from '../format-limit.ts'
import { betweenMarkers } from './between-markers.ts'
import { type Read, valuesOf } from './constant-values.ts'
import { LIMITS } from './limits-in-code.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const END = '<!-- End of the limits -->'

/** Writes the table of timeouts and limits between its markers. Throws when a constant or its file is gone. */
export function withLimits(document: string): string {
  return betweenMarkers(document, END, limitsTable())
}

function limitsTable(): string {
  const rows = LIMITS.map(([what, place, ...names]) => {
    const file = fileOf(place, names)
    return `| ${what} | ${names.map((name) => valueIn(file, name)).join(', ')} | \`${path.basename(file)}\` |`
  })
  return ['| What | Constants and values | File |', '|---|---|---|', ...rows].join('\n')
}

/** The file of a workspace that is named, as in `gateway: start.ts`, or else the file that declares the first constant. */
function fileOf(place: string, [constant = '']: string[]): string {
  const [workspace = '', name] = place.split(': ')
  const files = readdirSync(path.join(ROOT, workspace, 'src'), { recursive: true }).map(String)
  const declares = new RegExp(`^(export )?const ${constant}\\b`, 'm')
  const found = files.filter((file) => {
    if (name) return file === name || file.endsWith(`/${name}`)
    return /\.ts$/.test(file) && !/\.test\.ts$/.test(file) && declares.test(read(path.join(workspace, 'src', file)))
  })
  if (found.length !== 1) throw new Error(`${place} has ${found.length} files for ${constant}: ${found.join(', ')}`)
  return path.join(workspace, 'src', found.join())
}

function valueIn(file: string, name: string): string {
  const values = valuesOf(name, file, read)
  if (values.length === 0) throw new Error(`${file} gives ${name} no number`)
  return values.map((one) => `\`${one.name}\` ${formatLimit(one.name, one.value)}`).join(', ')
}

const read: Read = (file) => readFileSync(path.join(ROOT, file), 'utf8')
