import { expect, test } from 'vitest'
import { complaintAboutNode } from './node-version.mjs'

test.each(['v16.20.2', 'v18.19.0', 'v20.18.3'])('%s is told so in one sentence', (version) => {
  expect(complaintAboutNode(version)).toBe(
    `Zing needs Node 20.19 or newer; this is ${version.slice(1)}. Install it from nodejs.org and run npm start again.`,
  )
})

test.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.1.0'])('%s is fine', (version) => {
  expect(complaintAboutNode(version)).toBeNull()
})
