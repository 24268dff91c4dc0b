import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { billOf, billTable } from './bill.ts'
import type { Costs } from './costs.ts'
import { capacityTables } from './tables.ts'

/** Returns the documents with tables that follow from costs: each file's text as it is, and as it should be. */
export async function documentsOf(costs: Costs): Promise<{ file: string; is: string; shouldBe: string }[]> {
  const tables: [string, Record<string, string>][] = [
    ['docs/benchmarks.md', capacityTables(costs)],
    ['README.md', { bill: billTable(billOf(costs.lines)) }],
  ]
  return Promise.all(
    tables.map(async ([name, tablesOfFile]) => {
      const file = path.join(ROOT, name)
      const is = await readFile(file, 'utf8')
      return { file, is, shouldBe: withTables(is, tablesOfFile) }
    }),
  )
}

/** Replaces the text between each table's markers. Throws if a table has no markers. */
export function withTables(text: string, tables: Record<string, string>): string {
  return Object.entries(tables).reduce((result, [name, table]) => {
    const [start, end] = [`<!-- table: ${name} -->\n`, `\n<!-- end: ${name} -->`]
    const [from, to] = [result.indexOf(start), result.indexOf(end)]
    if (from < 0 || to < 0) throw new Error(`there is no place for the table "${name}"`)
    return result.slice(0, from + start.length) + table + result.slice(to)
  }, text)
}

export async function updateDocuments(costs: Costs): Promise<void> {
  for (const { file, shouldBe } of await documentsOf(costs)) await writeFile(file, shouldBe)
}
