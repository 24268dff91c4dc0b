import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const START = new URL('../src/start.ts', import.meta.url).href
const LIST_LOADED = `
  import { createRequire } from 'node:module'
  await import(${JSON.stringify(START)})
  console.log(Object.keys(createRequire(${JSON.stringify(START)}).cache).join('\\n'))
`

test('auth loads no S3 client without a bucket', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', LIST_LOADED])
  const packages = new Set(stdout.split('\n').map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]))
  expect([...packages]).toContain('express')
  expect([...packages].filter((name) => name?.startsWith('@aws-sdk') || name?.startsWith('@smithy'))).toEqual([])
})
