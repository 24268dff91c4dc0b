import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { faultsOfAsvs } from './coverage/check-asvs.ts'
import { faultsOfRequirements, testsByRequirement } from './coverage/check-requirements.ts'

// Checks that a test title ends with each id of docs/specification.md. Each row of docs/asvs.md names a test or a reason.
// `npm run coverage -- --list` prints the tests of each id.

const root = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts', ':!tests/runner'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
const names = listed.split('\n').filter((file) => file && existsSync(path.join(root, file)))
const files = new Map(names.map((file) => [file, read(file)]))
const specification = read('docs/specification.md')

const requirements = testsByRequirement(specification, files)
if (process.argv.includes('--list')) for (const [id, tests] of requirements) console.log([id, ...tests].join('\n  '))
const faults = [
  ...faultsOfRequirements(specification, files).map((fault) => `docs/specification.md: ${fault}`),
  ...faultsOfAsvs(read('docs/asvs.md'), files).map((fault) => `docs/asvs.md: ${fault}`),
]
for (const fault of faults) console.error(fault)
console.log(`coverage: ${requirements.size} requirements, ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0
