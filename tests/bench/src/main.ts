import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { onStopSignal } from '@zing/dev-env/processes/stop-signals'
import { ROOT } from '@zing/dev-env/root'
import { type Args, readArgs } from './args.ts'
import { type Bench, openBench } from './bench.ts'
import { type AlonePart, isAlone, type PartName } from './part-names.ts'
import { measureDay } from './parts/day.ts'
import { measureDiscover } from './parts/discover.ts'
import { measureExport } from './parts/export.ts'
import { measureFeed } from './parts/feed.ts'
import { measureGet } from './parts/get.ts'
import { measureIdle } from './parts/idle.ts'
import { measurePeers } from './parts/peers.ts'
import { measureResume } from './parts/resume.ts'
import { measureSaturation } from './parts/saturation.ts'
import { measureSend } from './parts/send.ts'
import { measureSockets } from './parts/sockets.ts'
import { measureStart } from './parts/start.ts'
import { describeMachine } from './processes/machine.ts'
import { profiled } from './processes/profiles.ts'
import { isMet, type Result } from './results/result.ts'
import { table } from './results/table.ts'
import { writeResults } from './results/write-results.ts'

// `npm run bench` measures product and baseline on this machine. This process generates the load and is not measured.
const PARTS: Record<Exclude<PartName, AlonePart>, (bench: Bench) => Promise<Result[]>> = {
  send: measureSend,
  get: measureGet,
  saturation: measureSaturation,
  peers: measurePeers,
  feed: measureFeed,
  day: measureDay,
  resume: measureResume,
  export: measureExport,
  sockets: measureSockets,
  discover: measureDiscover,
}
const ALONE: Record<AlonePart, (options: AloneOptions) => Promise<Result[]>> = {
  idle: measureIdle,
  start: measureStart,
}
interface AloneOptions {
  isQuick: boolean
  isPublished: boolean
  log(line: string): void
}
const PROFILES = path.join(ROOT, '.data', 'bench-profiles')

const log = (line: string) => console.log(line)
try {
  const args = readArgs(process.argv.slice(2))
  const machine = describeMachine()
  const startedAt = performance.now()
  if (args.isProfile) mkdirSync(PROFILES, { recursive: true })
  let bench: Bench | null = null
  onStopSignal(
    () => void Promise.resolve(bench?.stop()).then(() => process.exit(130)),
    () => process.exit(130),
  )
  const results: Result[] = []
  const failed: PartName[] = []
  for (const part of args.parts) {
    if (!isAlone(part)) bench ??= await openBench({ args, profiles: args.isProfile ? PROFILES : null, log })
    try {
      results.push(...(await measure(bench, part, args)))
    } catch (error) {
      failed.push(part) // the other parts still run
      console.error(error)
    }
  }
  await bench?.stop()
  if (failed.length > 0) throw new Error(`Not measured: ${failed.join(', ')}.`)
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  await writeResults({ args, machine, servers: bench?.servers ?? [], seconds, results })
  const missed = results.filter((result) => isMet(result) === false)
  log(`\n${missed.length === 0 ? 'All budgets met' : `${missed.length} budgets missed`}, in ${seconds} s.`)
  process.exit(args.isCheck && missed.length > 0 ? 1 : 0)
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error)
  process.exit(1)
}

async function measure(bench: Bench | null, part: PartName, args: Args): Promise<Result[]> {
  log(`${part} ...`)
  const results = await run(bench, part, args)
  log(table(results))
  return results
}

async function run(bench: Bench | null, part: PartName, { isProfile, isQuick, isPublished }: Args): Promise<Result[]> {
  if (isAlone(part)) return ALONE[part]({ isQuick, isPublished, log })
  if (!bench) throw new Error(`${part} needs the bench`)
  if (!isProfile) return PARTS[part](bench)
  let results: Result[] = []
  const lines = await profiled(bench.product, PROFILES, part, async () => {
    results = await PARTS[part](bench)
  })
  for (const line of lines) log(line)
  return results
}
