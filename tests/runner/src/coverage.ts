import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { problemsOf, readRows } from './check-coverage.ts'

// Checks that every row of the specification names an existing test or is marked open.

const root = path.resolve(import.meta.dirname, '../../..')
const rows = readRows(readFileSync(path.join(root, 'tests/e2e/coverage.md'), 'utf8'))
const faults = problemsOf(rows, (file) => {
  const full = path.join(root, file)
  return existsSync(full) ? readFileSync(full, 'utf8') : null
})
for (const fault of faults) console.error(fault)

const open = rows.filter(({ isOpen }) => isOpen).length
console.log(`coverage: ${rows.length - open} rows of the specification are covered by tests, ${open} are open`)
process.exit(faults.length > 0 ? 1 : 0)
