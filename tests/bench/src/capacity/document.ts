import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'

export const CAPACITY_DOCUMENT = path.join(ROOT, 'docs', 'benchmarks.md')

/** Replaces the text between each table's markers. Throws if a table has no markers. */
export function withTables(text: string, tables: Record<string, string>): string {
  return Object.entries(tables).reduce((result, [name, table]) => {
    const [start, end] = [`<!-- table: ${name} -->\n`, `\n<!-- end: ${name} -->`]
    const [from, to] = [result.indexOf(start), result.indexOf(end)]
    if (from < 0 || to < 0) throw new Error(`docs/benchmarks.md has no place for the table "${name}"`)
    return result.slice(0, from + start.length) + table + result.slice(to)
  }, text)
}

export async function updateDocument(tables: Record<string, string>): Promise<void> {
  await writeFile(CAPACITY_DOCUMENT, withTables(await readFile(CAPACITY_DOCUMENT, 'utf8'), tables))
}
