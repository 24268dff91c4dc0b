import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../packages/dev-env/test/fake-environment.ts'
import { bufferOutput } from './buffer-output.ts'

test('it shows the output of programs once and in order, even if the run throws', async () => {
  const shown: string[] = []
  const file = path.join(temporaryFolder(), 'output')
  const write = (descriptor: number, script: string) =>
    spawnSync(process.execPath, ['-e', script], { stdio: ['ignore', descriptor, descriptor] })

  await expect(
    bufferOutput({ file, show: (text) => shown.push(text) }, async (descriptor) => {
      write(descriptor, "console.log('one'); console.error('two')")
      write(descriptor, "console.log('three')")
      throw new Error('not run')
    }),
  ).rejects.toThrow('not run')
  expect(shown).toEqual(['one\ntwo\nthree\n'])
})
