import path from 'node:path'
import { valuesOf } from './constant-values.ts'
import type { Repository } from './document-references.ts'
import { quantitiesIn, quantityOf } from './quantities.ts'

const TOKEN = /`([^`]+)`|\bsame\b/g
const ALTERNATIVES = /\{(.+?)\}/

/** The last cell of a row has groups of names with the files that define them, separated by semicolons. */
interface Group {
  names: string[]
  files: string[]
  /** The other cells, which say what the values are. */
  text: string
}

/**
 * What a table of constants says and the code does not, one sentence each. Files may be given as below the folder of the file
 * before them, or of one above it; `kit` is `packages/kit/src`, and `same` the file before. Values that are not numbers are
 * not compared.
 */
export function wrongLimits(table: string, repository: Repository): string[] {
  const { files, read } = repository
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

  function problemsOf({ names, files: given, text }: Group): string[] {
    const defining = given.map((file) => (file === 'same' ? latest : resolve(file)))
    const missing = defining.filter((file) => !known.has(file))
    if (missing.length > 0) return missing.map((file) => `${file} is not there`)
    const unknown = names.filter((name) => !defining.some((file) => read(file).includes(name)))
    return [...unknown.map((name) => `${name} is not in ${defining.join(', ')}`), ...wrongValues(names, defining, text)]
  }

  function wrongValues(names: string[], defining: string[], text: string): string[] {
    const said = quantitiesIn(text)
    const values = names.flatMap((name) => defining.flatMap((file) => valuesOf(name, file, repository)))
    return values.flatMap((one) => {
      const { amount, kind } = quantityOf(one)
      const isSaid = said.some((quantity) => quantity.amount === amount && (!kind || quantity.kind === kind))
      return isSaid ? [] : `${one.name} is ${one.value}, which is not in: ${text.trim()}`
    })
  }

  return rowsOf(table).flatMap(groupsOf).flatMap(problemsOf)
}

function rowsOf(table: string): string[][] {
  return table.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.split('|').slice(1, -1)] : []))
}

function groupsOf(row: string[]): Group[] {
  const text = row.slice(0, -1).join('|')
  return (row.at(-1) ?? '').split(';').map((group) => {
    const tokens = [...group.matchAll(TOKEN)].flatMap(([same, name]) => alternativesOf(name ?? same))
    const isFile = (token: string) => token === 'same' || token.endsWith('.ts')
    return {
      names: tokens.filter((token) => !isFile(token)).map((name) => name.replace(/\*$/, '')),
      files: tokens.filter(isFile),
      text,
    }
  })
}

/** `{pages,auth}.ts` names two files. */
function alternativesOf(token: string): string[] {
  const list = ALTERNATIVES.exec(token)?.[1]
  return list ? list.split(',').map((one) => token.replace(ALTERNATIVES, one)) : [token]
}
