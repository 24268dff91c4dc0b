import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { faultsOfRequirements, testsByRequirement } from './coverage/check-requirements.ts'

// Checks that a test title ends with each id of the specification and of the ASVS table. `npm run coverage -- --list` prints the
// tests of each id.

const DOCUMENTS = ['docs/specification.md', 'docs/asvs.md']
const TESTS = ['*.test.ts', '*.test.tsx', '*.spec.ts', ':!tests/runner']

const root = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const list = ['ls-files', '--cached', '--others', '--exclude-standard', ...TESTS]
const listed = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\n')
const files = new Map(
  listed.filter((file) => file && existsSync(path.join(root, file))).map((file) => [file, read(file)]),
)
const documents = DOCUMENTS.map(read).join('\n')

const requirements = testsByRequirement(documents, files)
if (process.argv.includes('--list')) for (const [id, tests] of requirements) console.log([id, ...tests].join('\n  '))
const faults = faultsOfRequirements(documents, files)
for (const fault of faults) console.error(`${DOCUMENTS.join(', ')}: ${fault}`)
console.log(`coverage: ${requirements.size} requirements, ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0
