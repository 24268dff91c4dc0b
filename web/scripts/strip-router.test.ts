import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { stripComponents } from './strip-router.ts'

const DIST = path.join(import.meta.dirname, '../../node_modules/react-router/dist/production')

test('the installed React Router has components, and none of them has a name or an effect afterwards', () => {
  const files = readdirSync(DIST).filter((file) => file.endsWith('.mjs'))
  const code = files.map((file) => readFileSync(path.join(DIST, file), 'utf8')).join('\n')
  expect(code).toContain('\nForm.displayName = "Form";')
  expect(code).toMatch(/\nvar Form = React\d*\.forwardRef\(/)

  const stripped = stripComponents(code)
  expect(stripped).not.toMatch(/^\w+\.displayName = /m)
  expect(stripped).not.toMatch(/^var \w+ = React\d*\.forwardRef\(/m)
  expect(stripped).toMatch(/\nvar Form = \/\* @__PURE__ \*\/ React\d*\.forwardRef\(/)
})
