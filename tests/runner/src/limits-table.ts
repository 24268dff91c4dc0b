import path from 'node:path'
import type { Repository } from './document-references.ts'

const TOKEN = /`([^`]+)`|\bsame\b/g
const ALTERNATIVES = /\{(.+?)\}/

/** The last cell of a row: groups of names with the files that define them, separated by semicolons. */
interface Group {
  names: string[]
  files: string[]
}

/**
 * What a table of constants names and the code does not have, one sentence each. Files may be given as below the folder of the
 * file before them, or of one above it; `kit` is `packages/kit/src`, and `same` the file before.
 */
export function unknownLimits(table: string, { files, read }: Repository): string[] {
  const known = new Set(files)
  let latest = ''

  function resolve(file: string): string {
    const name = file.replace(/^kit\//, 'packages/kit/src/')
    for (let folder = path.dirname(latest); ; folder = path.dirname(folder)) {
      const candidate = path.join(folder, name)
      if (known.has(candidate)) latest = candidate
      if (known.has(candidate) || folder === '.') return candidate
    }
  }

  function problemsOf({ names, files: given }: Group): string[] {
    const defining = given.map((file) => (file === 'same' ? latest : resolve(file)))
    const missing = defining.filter((file) => !known.has(file))
    if (missing.length > 0) return missing.map((file) => `${file} is not there`)
    return names
      .filter((name) => !defining.some((file) => read(file).includes(name)))
      .map((name) => `${name} is not in ${defining.join(', ')}`)
  }

  return rowsOf(table).flatMap(groupsOf).flatMap(problemsOf)
}

function rowsOf(table: string): string[] {
  return table.split('\n').flatMap((line) => (line.startsWith('| ') ? (line.split('|').at(-2) ?? []) : []))
}

function groupsOf(cell: string): Group[] {
  return cell.split(';').map((text) => {
    const tokens = [...text.matchAll(TOKEN)].flatMap(([same, name]) => alternativesOf(name ?? same))
    const isFile = (token: string) => token === 'same' || token.endsWith('.ts')
    return {
      names: tokens.filter((token) => !isFile(token)).map((name) => name.replace(/\*$/, '')),
      files: tokens.filter(isFile),
    }
  })
}

/** `{pages,auth}.ts` names two files. */
function alternativesOf(token: string): string[] {
  const list = ALTERNATIVES.exec(token)?.[1]
  return list ? list.split(',').map((one) => token.replace(ALTERNATIVES, one)) : [token]
}
