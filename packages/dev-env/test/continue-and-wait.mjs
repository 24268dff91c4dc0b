import { createInterface } from 'node:readline'
import { continueOnPinnedNode } from '../bootstrap/pinned-node.mjs'

// Continues on the pinned Node of a folder like bootstrap.mjs, prints its version, and waits for a line or signal.
// PRETENDED_VERSION overrides the version of the first process; before 22.15 there is no process.execve.
const { PRETENDED_VERSION: pretended } = process.env
delete process.env.PRETENDED_VERSION
if (pretended) {
  const versions = { ...process.versions, node: pretended }
  Object.defineProperties(process, { versions: { value: versions }, version: { value: `v${pretended}` } })
  if (pretended.startsWith('20.')) process.execve = undefined
}

const [root, ...args] = process.argv.slice(2)
try {
  await continueOnPinnedNode(root)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

for (const [signal, code] of [
  ['SIGINT', 12],
  ['SIGTERM', 13],
  ['SIGHUP', 14],
]) {
  process.on(signal, () => process.exit(code))
}
setInterval(() => {}, 1_000) // keeps running after stdin ends
createInterface({ input: process.stdin }).once('line', (line) => process.exit(Number(line)))
console.log(JSON.stringify({ pid: process.pid, version: process.versions.node, args }))
