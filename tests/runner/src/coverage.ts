import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { problemsOf, type Row, readRows } from './check-coverage.ts'

// Checks that every row of the specification and of docs/asvs.md names an existing test or a reason.

const root = path.resolve(import.meta.dirname, '../../..')
const specification = readRows(read('tests/e2e/coverage.md') ?? '')
const asvs = readRows(read('docs/asvs.md') ?? '')

const faults = [...problemsOf(specification, read), ...problemsOf(asvs, read).map((fault) => `docs/asvs.md: ${fault}`)]
for (const fault of faults) console.error(fault)
report('of the specification', specification)
report('of ASVS', asvs)
process.exit(faults.length > 0 ? 1 : 0)

function read(file: string): string | null {
  const full = path.join(root, file)
  return existsSync(full) ? readFileSync(full, 'utf8') : null
}

function report(what: string, rows: Row[]): void {
  const open = rows.filter(({ isOpen }) => isOpen).length
  const reasons = rows.filter(({ hasReason }) => hasReason).length
  const without = [`${open} are open`, ...(reasons > 0 ? [`${reasons} have a reason`] : [])]
  console.log(`coverage: ${rows.length - open - reasons} rows ${what} are covered by tests, ${without.join(', ')}`)
}
