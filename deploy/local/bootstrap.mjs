// Begins `npm start` and `npm test` on a machine that has Node and nothing else: no dependency here, and syntax that an
// old Node understands well enough to be told so.
import { complaintAboutNode } from './bootstrap/node-version.mjs'

const complaint = complaintAboutNode(process.version)
if (complaint) fail(complaint)

const command = process.argv[2]
if (command !== 'start' && command !== 'test') fail('Usage: node deploy/local/bootstrap.mjs start|test')

const { fileURLToPath } = await import('node:url')
const { installPackages } = await import('./bootstrap/install-packages.mjs')
const { continueOnPinnedNode } = await import('./bootstrap/pinned-node.mjs')
const root = fileURLToPath(new URL('../..', import.meta.url))
await installPackages(root).catch((error) => fail(error.message))
await continueOnPinnedNode(root).catch((error) => fail(error.message))

process.argv.splice(2, 1)
await import(`./src/${command}.ts`)

function fail(message) {
  console.error(message)
  process.exit(1)
}
