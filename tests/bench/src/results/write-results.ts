import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import type { Args } from '../args.ts'
import type { Machine } from '../processes/machine.ts'
import { drawResults } from './draw-results.ts'
import type { Result } from './result.ts'

export interface Results {
  args: Args
  machine: Machine
  servers: string[]
  seconds: number
  results: Result[]
}

const FOLDER = path.join(ROOT, 'docs', 'bench')

/** Writes results.json and its drawing: to docs/bench for a published run, otherwise to .data/bench. */
export async function writeResults({ args, machine, servers, seconds, results }: Results): Promise<void> {
  const folder = args.isPublished ? FOLDER : path.join(ROOT, '.data', 'bench')
  const date = new Date().toISOString()
  const command = ['npm run bench', ...(args.given.length > 0 ? ['--', ...args.given] : [])].join(' ')
  await mkdir(folder, { recursive: true })
  const report = { date, command, seconds, machine, servers, results }
  await writeFile(path.join(folder, 'results.json'), `${JSON.stringify(report, null, 2)}\n`)
  const subtitle = `${date.slice(0, 10)} · ${machine.cores} cores (${machine.cpu}), ${machine.memoryGib} GiB · Node ${machine.node.slice(1)}`
  await writeFile(path.join(folder, 'results.svg'), drawResults(results, [subtitle, ...servers].join(' · ')))
}
