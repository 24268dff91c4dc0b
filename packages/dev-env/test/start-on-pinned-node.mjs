import { fileURLToPath } from 'node:url'
import { continueOnPinnedNode } from '../bootstrap/pinned-node.mjs'

// What bootstrap.mjs does after installing: a test must not install packages under those that run beside it.
await continueOnPinnedNode(fileURLToPath(new URL('../../..', import.meta.url)))
await import('../src/start.ts')
