import { expect, test } from 'vitest'
import { complaintAboutNode, complaintWithoutPinnedNode } from './node-version.mjs'

test.each(['v16.20.2', 'v18.19.0', 'v20.18.3'])('Node %s is rejected with one sentence', (version) => {
  expect(complaintAboutNode(version)).toBe(
    `Zing needs Node 20.19 or newer, and this is ${version.slice(1)}. Install it from nodejs.org and run npm start again.`,
  )
})

test.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.1.0'])('Node %s is accepted', (version) => {
  expect(complaintAboutNode(version)).toBeNull()
})

test.each(['v20.19.0', 'v22.21.1'])('Node %s cannot run the product without the pinned Node', (version) => {
  expect(complaintWithoutPinnedNode(version, '26.10.0', 'linux-riscv64')).toBe(
    `Zing runs on Node 26.10.0, which npm has not installed for linux-riscv64, and ${version.slice(1)} is too old to run it instead. Install Node 26.10.0 from nodejs.org and run npm start again.`,
  )
})

test.each(['v22.22.0', 'v24.0.0', 'v26.12.0'])('Node %s can run the product without the pinned Node', (version) => {
  expect(complaintWithoutPinnedNode(version, '26.10.0', 'linux-riscv64')).toBeNull()
})
