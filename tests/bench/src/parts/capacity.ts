import { readCosts } from '../capacity/costs.ts'
import { updateDocument } from '../capacity/document.ts'
import { capacityTables } from '../capacity/tables.ts'
import type { Result } from '../results/result.ts'

interface PartOptions {
  isPublished: boolean
  log(line: string): void
}

/** Prints the tables of docs/benchmarks.md, from docs/bench/costs.json; measures nothing. */
export async function printCapacity({ isPublished, log }: PartOptions): Promise<Result[]> {
  const tables = capacityTables(await readCosts())
  for (const table of Object.values(tables)) log(`${table}\n`)
  if (isPublished) await updateDocument(tables)
  return []
}
