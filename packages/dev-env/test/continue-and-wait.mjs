import { createInterface } from 'node:readline'
import { continueOnPinnedNode } from '../bootstrap/pinned-node.mjs'

// Continues on the Node of a folder as bootstrap.mjs does, says what it runs on, and waits for a line or a signal.
// PRETENDED_VERSION makes the first process another Node; before 22.15 there is no process.execve.
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
setInterval(() => {}, 1_000) // it outlives its input
createInterface({ input: process.stdin }).once('line', (line) => process.exit(Number(line)))
console.log(JSON.stringify({ pid: process.pid, version: process.versions.node, args }))
