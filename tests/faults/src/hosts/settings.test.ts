import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { ROOT } from '@zing/dev-env/root'
import { PROCESS_NAMES, PROCESSES } from '@zing/proto/processes'
import { endpointsOf } from '@zing/proto/routes'
import { expect, test } from 'vitest'
import { fillIn } from './settings.ts'

const FOLDER = path.join(ROOT, 'deploy', 'hosts')
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8')

test('every value that the files of a host use is in the example of its values', () => {
  const known = Object.keys(parseEnv(read('host.env.example')))
  const texts = readdirSync(FOLDER)
    .filter((file) => /\.(conf|cfg|env)$/.test(file))
    .map(read)
  const used = texts.flatMap((text) => [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name))
  expect([...new Set(used)].filter((name) => name && !known.includes(name))).toEqual([])
})

test('each process has a file with its port', () => {
  for (const name of PROCESS_NAMES) expect(parseEnv(read(`${name}.env`)).PORT).toBe(String(PROCESSES[name].port))
})

test('HAProxy waits longer for the reads of the lane of downloads, and for no other', () => {
  expect(read('haproxy.cfg')).toContain('if { method GET HEAD } !{ path_dir export }')
  const reads = Object.values(endpointsOf)
    .flat()
    .filter(({ method }) => method === 'GET')
  const hasExportFolder = ({ path }: { path: string }) => path.split('/').slice(1, -1).includes('export')
  expect(reads.filter(hasExportFolder)).toEqual(reads.filter(({ lane }) => lane === 'download'))
})

test('names are replaced by values', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of envsubst
  expect(fillIn('listen: ${HOST}:4222 $JS.API ${NONE}', { HOST: '10.0.0.11' })).toBe('listen: 10.0.0.11:4222 $JS.API ')
})
