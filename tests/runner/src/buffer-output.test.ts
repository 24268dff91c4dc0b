import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../packages/dev-env/test/fake-environment.ts'
import { bufferOutput } from './buffer-output.ts'

test('it returns the output of programs in order, beside the result', async () => {
  const file = path.join(temporaryFolder(), 'output')
  const write = (descriptor: number, script: string) =>
    spawnSync(process.execPath, ['-e', script], { stdio: ['ignore', descriptor, descriptor] })

  const { result, output } = await bufferOutput(file, async (descriptor) => {
    write(descriptor, "console.log('one'); console.error('two')")
    write(descriptor, "console.log('three')")
    return 3
  })

  expect(result).toBe(3)
  expect(output).toBe('one\ntwo\nthree\n')
})
