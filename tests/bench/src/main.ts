import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { onStopSignal } from '@zing/dev-env/processes/stop-signals'
import { ROOT } from '@zing/dev-env/root'
import { type Args, readArgs } from './args.ts'
import { type Bench, openBench } from './bench.ts'
import { describeMachine } from './machine.ts'
import type { PartName } from './part-names.ts'
import { measureCommands } from './parts/commands.ts'
import { measureFeed } from './parts/feed.ts'
import { measureGet } from './parts/get.ts'
import { measureLogin } from './parts/login.ts'
import { measureSaturation } from './parts/saturation.ts'
import { measureSend } from './parts/send.ts'
import { measureSockets } from './parts/sockets.ts'
import { profiled } from './profiles.ts'
import { isMet, type Result } from './result.ts'
import { table } from './table.ts'
import { writeResults } from './write-results.ts'

// `npm run bench` measures product and baseline on this machine; this process generates the load and is not measured.
const PARTS: Record<PartName, (bench: Bench) => Promise<Result[]>> = {
  get: measureGet,
  send: measureSend,
  saturation: measureSaturation,
  login: measureLogin,
  feed: measureFeed,
  commands: measureCommands,
  sockets: measureSockets,
}
const PROFILES = path.join(ROOT, '.data', 'bench-profiles')

const log = (line: string) => console.log(line)
try {
  const args = readArgs(process.argv.slice(2))
  const machine = describeMachine()
  const startedAt = performance.now()
  if (args.isProfile) mkdirSync(PROFILES, { recursive: true })
  const bench = await openBench({ isQuick: args.isQuick, profiles: args.isProfile ? PROFILES : null, log })
  onStopSignal(
    () => void bench.stop().then(() => process.exit(130)),
    () => process.exit(130),
  )
  const results: Result[] = []
  const failed: PartName[] = []
  for (const part of args.parts) {
    try {
      results.push(...(await measure(bench, part, args)))
    } catch (error) {
      failed.push(part) // the other parts still run
      console.error(error)
    }
  }
  await bench.stop()
  if (failed.length > 0) throw new Error(`Not measured: ${failed.join(', ')}.`)
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  await writeResults({ args, machine, servers: bench.servers, seconds, results })
  const missed = results.filter((result) => isMet(result) === false)
  log(`\n${missed.length === 0 ? 'All budgets met' : `${missed.length} budgets missed`}, in ${seconds} s.`)
  process.exit(args.isCheck && missed.length > 0 ? 1 : 0)
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error)
  process.exit(1)
}

async function measure(bench: Bench, part: PartName, { isProfile }: Args): Promise<Result[]> {
  log(`${part} ...`)
  let results: Result[] = []
  async function run(): Promise<void> {
    results = await PARTS[part](bench)
  }
  if (isProfile) for (const line of await profiled(bench.product, PROFILES, part, run)) log(line)
  else await run()
  log(table(results))
  return results
}
