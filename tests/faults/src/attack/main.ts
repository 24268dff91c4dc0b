// `npm run attack -- place [accounts]` attacks a product of its own from outside. Exits with 1 if it learns anything.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Processes } from '@zing/dev-env/processes/processes'
import { runCommand } from '@zing/dev-env/processes/run-command'
import { StartError } from '@zing/dev-env/start-error'
import { logTo } from '../log-file.ts'
import { startProduct } from '../product/product.ts'
import { attackPlaces } from './place/attack-places.ts'
import { formatReport, leaksIn } from './place/report.ts'

const ACCOUNTS = '1000'

await runCommand(async (processes) => {
  const [name, accounts = ACCOUNTS, mutant] = process.argv.slice(2)
  if (name !== 'place' || !/^[1-9]\d{0,5}$/.test(accounts)) {
    throw new StartError(`Usage: npm run attack -- place [accounts, ${ACCOUNTS}] [mutant]`)
  }
  return run(processes, Number(accounts), mutant)
})

async function run(processes: Processes, accounts: number, mutant: string | undefined): Promise<number> {
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
