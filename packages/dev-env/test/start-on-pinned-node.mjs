import { fileURLToPath } from 'node:url'
import { continueOnPinnedNode } from '../bootstrap/pinned-node.mjs'

// Starts like bootstrap.mjs without installing packages, which would break tests that run in parallel.
await continueOnPinnedNode(fileURLToPath(new URL('../../..', import.meta.url)))
await import('../src/start.ts')
