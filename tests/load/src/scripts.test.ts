import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SCRIPTS } from '../shared/scripts.ts'
import { bundleScript } from './run/run-k6.ts'

const folder = path.resolve(import.meta.dirname, '../scripts')

test.each(SCRIPTS)('the bundle of %s imports nothing but k6', async (script) => {
  const out = mkdtempSync(path.join(tmpdir(), 'zing-bundle-'))
  onTestFinished(() => rmSync(out, { recursive: true }))
  await bundleScript(script, path.join(out, 'script.js'))
  const imports = [...readFileSync(path.join(out, 'script.js'), 'utf8').matchAll(/\bimport\b[^"'`;]*from ?"([^"]+)"/g)]
  expect(imports.map(([, name]) => name).filter((name) => !/^k6(\/|$)/.test(name ?? ''))).toEqual([])
  expect(imports.length).toBeGreaterThan(0)
})

test('no script contains a path of the product: proto has the paths', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const code = files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n')
  expect(files.length).toBeGreaterThan(SCRIPTS.length)
  expect(code).not.toMatch(/['"`]\/(api|ws)\b/)
})
