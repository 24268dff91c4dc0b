import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '@zing/dev-env/root'
import type { Bench } from '../bench.ts'
import { billOf, billTable, LIMITS, type Line } from '../capacity/bill.ts'
import { COSTS_FILE, type Costs } from '../capacity/costs.ts'
import { updateDocument } from '../capacity/document.ts'
import { mapOperations, OPERATIONS, type Operation } from '../capacity/model.ts'
import { type Operations, prepareOperations } from '../capacity/operations.ts'
import { bytesOf, memoryOf } from '../capacity/sizes.ts'
import { capacityTables } from '../capacity/tables.ts'
import { openChat, pairsOf } from '../load/chat.ts'
import { sendAtRate } from '../load/constant-rate.ts'
import { runAtRate } from '../load/run-at-rate.ts'
import { productTarget } from '../load/target.ts'
import { forEach } from '../load/workers.ts'
import { measureCpu } from '../processes/cpu.ts'
import { describeMachine } from '../processes/machine.ts'
import { type Result, result } from '../results/result.ts'

const FULL = { warmUp: 30, seconds: 6, idleMs: 10_000 }
const QUICK = { warmUp: 3, seconds: 1, idleMs: 1_000 }
const CALLS_AT_ONCE = 16
/** Measured operations per second. They stay below saturation, where processes begin to work in batches. */
const RATES: Record<Operation, number> = {
  'app start': 10,
  message: 100,
  'feed page': 30,
  'messages page': 60,
  photo: 60,
  like: 10,
  login: 8,
  registration: 8,
}
/** Enough time for the work after a response: events, notifications, the flush. */
const AFTER_MS = 1_500
/** After calls at once, which leave queues of events. */
const DRAIN_MS = 6_000

type Call = Operations['getUser']
/** Calls started at a rate, or `CALLS_AT_ONCE` at a time. */
interface Pace {
  run(call: Call, from: number, count: number): Promise<unknown>
  afterMs: number
}
const atOnce: Pace = {
  run: (call, from, count) => forEach(count, CALLS_AT_ONCE, (index) => call(from + index)),
  afterMs: DRAIN_MS,
}

/**
 * Measures what each operation of a day costs, in processor time of all processes, in turns with `GET /api/user`. Prints the
 * bill of a million daily users, and with `--publish` writes the tables of docs/benchmarks.md.
 */
export async function measureDay(bench: Bench): Promise<Result[]> {
  const { warmUp, seconds, idleMs } = bench.isQuick ? QUICK : FULL
  const groups = () => bench.groups('product')
  const memoryMib = await memoryOf(bench)
  const operations = await prepareOperations(bench)
  const idle = await measureCpu(groups(), () => pause(idleMs))
  const indexes = new Map<Call, number>()

  /** The processor time of one call, by group, without what the processes use while idle. */
  async function costOf(call: Call, count: number, { run, afterMs }: Pace): Promise<Record<string, number>> {
    const from = indexes.get(call) ?? 0
    indexes.set(call, from + count)
    const busy = await measureCpu(groups(), async () => {
      await run(call, from, count)
      await pause(afterMs)
    })
    return Object.fromEntries(
      Object.entries(busy.byGroup).map(([group, ms]) => {
        const background = ((idle.byGroup[group] ?? 0) / idle.elapsedMs) * busy.elapsedMs
        return [group, Math.max(0, ms - background) / count]
      }),
    )
  }

  async function lineOf(label: string, call: Call, count: number, calls: Pace): Promise<Line> {
    await costOf(call, warmUp, calls)
    const before = await costOf(operations.getUser, count, calls)
    const cost = await costOf(call, count, calls)
    const after = await costOf(operations.getUser, count, calls)
    const ratio = sumOf(cost) / ((sumOf(before) + sumOf(after)) / 2)
    bench.log(`  ${label}: ${sumOf(cost).toFixed(2)} ms, ${ratio.toFixed(2)} x GET /api/user`)
    return { label, cost, ratio }
  }

  const lines: Line[] = []
  for (const name of OPERATIONS) {
    const run: Pace['run'] = (call, from, count) => runAtRate(call, RATES[name], from, count)
    lines.push(await lineOf(name, operations.run[name], RATES[name] * seconds, { run, afterMs: AFTER_MS }))
  }
  lines.push(await lineOf('photo again, 16 at once', operations.photoAgain, RATES.photo * seconds, atOnce))
  lines.push(await lineOf('like, 16 at once', operations.run.like, RATES.photo * seconds, atOnce))
  const costs = mapOperations((name) => lines.find(({ label }) => label === name)?.cost ?? {})
  const documentBytes = await bytesOf(bench)
  operations.close()
  const messageBetweenProcesses = await measureBetweenProcesses(bench, seconds)
  const { cpu, cores, memoryGib, node } = describeMachine()
  const machine = `${cores} cores (${cpu}), ${memoryGib} GiB, Node ${node.slice(1)}`
  await write(bench, {
    date: new Date().toISOString(),
    machine,
    servers: bench.servers,
    operations: costs,
    messageBetweenProcesses,
    memoryMib,
    documentBytes,
  })
  bench.log(`\n${billTable(billOf(lines))}\n`)
  return [
    ...lines.map((line) => toResult(line)),
    toResult({ label: 'message, two chat processes', cost: messageBetweenProcesses, ratio: null }),
  ]
}

/** Measures a message with two chat processes, when half of the messages go from one to the other. */
async function measureBetweenProcesses(bench: Bench, seconds: number): Promise<Record<string, number>> {
  await bench.restart(['--scale', 'chat=2'])
  const chat = await openChat(productTarget(bench.product.url, { hasReceipts: true }), bench.chatUsers)
  const options = { pairs: pairsOf(bench.chatUsers), groups: bench.groups('product'), perSecond: RATES.message }
  await sendAtRate(chat, { ...options, seconds })
  const { cpuByGroup } = await sendAtRate(chat, { ...options, seconds })
  chat.close()
  await bench.restart([])
  return cpuByGroup
}

async function write({ isPublished }: Bench, costs: Costs): Promise<void> {
  const file = isPublished ? COSTS_FILE : path.join(ROOT, '.data', 'bench', 'costs.json')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(costs, null, 2)}\n`)
  if (isPublished) await updateDocument(capacityTables(costs))
}

function toResult({ label, cost, ratio }: Line): Result {
  const note = Object.entries(cost)
    .map(([group, ms]) => `${group} ${ms.toFixed(2)}`)
    .join(', ')
  if (ratio === null)
    return result(`processor time: ${label}`, 'ms', { product: [sumOf(cost)], baseline: [] }, { note })
  const rounds = { product: [ratio], baseline: [] }
  return result(`to GET /api/user: ${label}`, 'times', rounds, { budget: LIMITS[label], note })
}

function sumOf(cost: Record<string, number>): number {
  return Object.values(cost).reduce((sum, ms) => sum + ms, 0)
}
