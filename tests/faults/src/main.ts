// `npm run faults [-- --seconds 120 --seed 7 --scale chat=2,social=2]`
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { runOnce } from './run.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    scale: { type: 'string' },
    mutant: { type: 'string' },
  },
})
const folder = mkdtempSync(path.join(tmpdir(), 'zing-faults-'))
mkdirSync(folder, { recursive: true })
const processes = createProcesses({ reaper: createReaper() })
const result = await runOnce({
  processes,
  seed: Number(values.seed),
  seconds: Number(values.seconds),
  scale: values.scale,
  mutant: values.mutant,
  folder,
  log: console.log,
})
const { violations, ...summary } = result
console.log(JSON.stringify(summary, null, 1))
for (const { invariant, text } of violations.slice(0, 40)) console.log(`${invariant}: ${text}`)
console.log(`${violations.length} violations; ${folder}`)
if (violations.length === 0) rmSync(folder, { recursive: true, force: true })
await processes.stopAll()
process.exit(violations.length === 0 ? 0 : 1)
