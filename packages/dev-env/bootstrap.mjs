// Runs a script of this repository on a machine that has only Node. Installs the packages, continues on the pinned Node, and
// imports the script. Uses no dependency, and only syntax that an old Node can parse before it is rejected.
import { complaintAboutNode } from './bootstrap/node-version.mjs'

const complaint = complaintAboutNode(process.version)
if (complaint) fail(complaint)

const script = process.argv[2]
if (!script) fail('Usage: node packages/dev-env/bootstrap.mjs <script> [arguments]')

const { fileURLToPath, pathToFileURL } = await import('node:url')
const path = await import('node:path')
const { installPackages } = await import('./bootstrap/install-packages.mjs')
const { continueOnPinnedNode } = await import('./bootstrap/pinned-node.mjs')
const root = fileURLToPath(new URL('../..', import.meta.url))
await installPackages(root).catch((error) => fail(error.message))
await continueOnPinnedNode(root).catch((error) => fail(error.message))

process.argv.splice(2, 1)
await import(pathToFileURL(path.resolve(root, script)).href)

function fail(message) {
  console.error(message)
  process.exit(1)
}
