// `npm run attack -- place [accounts]` attacks a product of its own from outside. Exits with 1 if it learns anything.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { formatError } from '@zing/dev-env/output/format-error'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { onStopSignal } from '@zing/dev-env/processes/stop-signals'
import { StartError } from '@zing/dev-env/start-error'
import { logTo } from '../log-file.ts'
import { startProduct } from '../product/product.ts'
import { attackPlaces } from './place/attack-places.ts'
import { formatReport, leaksIn } from './place/report.ts'

const ACCOUNTS = '1000'
const STOP_MS = 15_000

const processes = createProcesses({ reaper: createReaper() })
onStopSignal(
  () => void stop(130),
  () => {
    processes.killAll()
    process.exit(130)
  },
)

try {
  const [name, accounts = ACCOUNTS, mutant] = process.argv.slice(2)
  if (name !== 'place' || !/^[1-9]\d{0,5}$/.test(accounts)) {
    throw new StartError(`Usage: npm run attack -- place [accounts, ${ACCOUNTS}] [mutant]`)
  }
  await stop(await run(Number(accounts), mutant))
} catch (error) {
  console.error(formatError(error))
  await stop(1)
}

async function run(accounts: number, mutant: string | undefined): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'zing-attack-'))
  const onLine = logTo(path.join(folder, 'product.log'))
  const onExit = (exited: string) => console.error(`${exited} ended by itself; log: ${folder}`)
  const product = await startProduct({ processes, dataDir: path.join(folder, 'data'), onLine, onExit, mutant })
  try {
    const results = await attackPlaces(product, accounts, console.log)
    console.log(formatReport(results))
    return leaksIn(results).length === 0 ? 0 : 1
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function stop(exitCode: number): Promise<void> {
  await processes.stopAll(STOP_MS)
  process.exit(exitCode)
}
