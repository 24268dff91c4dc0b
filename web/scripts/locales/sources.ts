import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const WEB = path.resolve(import.meta.dirname, '../..')

/** Reads the client's files without tests, by their paths in the repository. */
export function readSources(): Map<string, string> {
  const files = readdirSync(path.join(WEB, 'src'), { recursive: true, encoding: 'utf8' })
  const wanted = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)test\//.test(file)).sort()
  return new Map(wanted.map((file) => [`web/src/${file}`, readFileSync(path.join(WEB, 'src', file), 'utf8')]))
}
