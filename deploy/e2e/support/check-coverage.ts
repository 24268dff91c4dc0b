import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { faultsOf, readRows } from '@zing/local/spec-coverage/judge-coverage'

// Every row of the specification names a test that is there, or says that it is open. Without arguments: all our tables.

const root = path.resolve(import.meta.dirname, '../../..')
const folder = path.join(root, 'deploy/e2e')
const ours = readdirSync(folder).filter((name) => /^coverage.*\.md$/.test(name))
const given = process.argv.slice(2)
const tables = given.length > 0 ? given : ours.map((name) => path.join(folder, name))

const rows = tables.flatMap((table) => readRows(readFileSync(table, 'utf8')))
const faults = faultsOf(rows, (file) => {
  const full = path.join(root, file)
  return existsSync(full) ? readFileSync(full, 'utf8') : null
})
for (const fault of faults) console.error(fault)

const open = rows.filter(({ isOpen }) => isOpen).length
console.log(`coverage: ${rows.length - open} rows of the specification are shown by tests, ${open} are open`)
process.exit(faults.length > 0 ? 1 : 0)
