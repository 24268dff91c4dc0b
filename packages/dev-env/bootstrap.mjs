// Begins `npm start` and `npm test` on a machine that has Node and nothing else: no dependency here, and syntax that an
// old Node understands well enough to be told so.
import { complaintAboutNode } from './bootstrap/node-version.mjs'

const complaint = complaintAboutNode(process.version)
if (complaint) fail(complaint)

const command = process.argv[2]
if (command !== 'start' && command !== 'test') fail('Usage: node packages/dev-env/bootstrap.mjs start|test')

const { fileURLToPath } = await import('node:url')
const { installPackages } = await import('./bootstrap/install-packages.mjs')
await installPackages(fileURLToPath(new URL('../..', import.meta.url))).catch((error) => fail(error.message))

// In this same process: signals and the exit code need no passing on, and nothing is left when it is killed.
// biome-ignore lint/correctness/noUndeclaredDependencies: a tool of everybody, declared in the root
const { register } = await import('tsx/esm/api')
register()
process.argv.splice(2, 1)
await import(command === 'start' ? './src/start.ts' : '../../tests/runner/src/main.ts')

function fail(message) {
  console.error(message)
  process.exit(1)
}
