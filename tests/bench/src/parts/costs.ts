import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '@zing/dev-env/root'
import mongoose from 'mongoose'
import type { Bench } from '../bench.ts'
import { COSTS_FILE, type Costs } from '../capacity/costs.ts'
import { mapOperations, OPERATIONS, type Operation } from '../capacity/model.ts'
import { type Operations, prepareOperations } from '../capacity/operations.ts'
import { openChat, pairsOf } from '../load/chat.ts'
import { sendAtRate } from '../load/constant-rate.ts'
import { productTarget } from '../load/target.ts'
import { measureCpu } from '../processes/cpu.ts'
import { describeMachine } from '../processes/machine.ts'
import { usageOf } from '../processes/process-usage.ts'
import { type Result, result } from '../results/result.ts'

const FULL = { warmUp: 30, seconds: 6, idleMs: 10_000 }
const QUICK = { warmUp: 3, seconds: 1, idleMs: 1_000 }
/** Measured operations per second. They stay below saturation, where processes begin to work in batches. */
const RATES: Record<Operation, number> = {
  'app start': 10,
  message: 100,
  'feed page': 30,
  'messages page': 60,
  photo: 60,
  like: 20,
  login: 8,
  registration: 8,
}
/** Enough time for the work after a response: events, notifications, the flush. */
const AFTER_MS = 1_500
const COLLECTIONS: Record<string, string[]> = {
  zing_auth: ['users'],
  zing_social: ['people', 'pairs', 'notifications'],
  zing_chat: ['messages', 'conversations'],
}
const SAMPLES = 200

/** Measures the processor time of each operation, by group of processes, for docs/benchmarks.md. */
export async function measureCosts(bench: Bench): Promise<Result[]> {
  const { warmUp, seconds, idleMs } = bench.isQuick ? QUICK : FULL
  const groups = () => bench.groups('product')
  const memoryMib = await memoryOf(bench)
  const operations = await prepareOperations(bench)
  const idle = await measureCpu(groups(), () => pause(idleMs))
  const costs = mapOperations((): Record<string, number> => ({}))
  for (const name of OPERATIONS) {
    await runAtRate(operations, name, warmUp, 0)
    const count = RATES[name] * seconds
    const busy = await measureCpu(groups(), async () => {
      await runAtRate(operations, name, count, warmUp)
      await pause(AFTER_MS)
    })
    for (const [group, ms] of Object.entries(busy.byGroup)) {
      const background = ((idle.byGroup[group] ?? 0) / idle.elapsedMs) * busy.elapsedMs
      costs[name][group] = Math.max(0, ms - background) / count
    }
  }
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
  return [
    ...OPERATIONS.map((name) => toResult(name, costs[name])),
    toResult('message, two chat processes', messageBetweenProcesses),
  ]
}

async function runAtRate({ run }: Operations, name: Operation, count: number, firstIndex: number): Promise<void> {
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  while (running.length < count) {
    const due = Math.ceil(((performance.now() - startedAt) * RATES[name]) / 1_000)
    while (running.length < Math.min(due, count)) {
      const one = run[name](firstIndex + running.length)
      one.catch(() => {}) // the `all` below reports it
      running.push(one)
    }
    await pause(1)
  }
  await Promise.all(running)
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

async function memoryOf({ product }: Bench): Promise<Record<string, number>> {
  const entries = product.processes.map(async ({ service, pid }): Promise<[string, number]> => {
    const { rssBytes } = await usageOf(pid)
    return [service, rssBytes / 1_024 ** 2]
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function bytesOf(bench: Bench): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {}
  for (const [database, collections] of Object.entries(COLLECTIONS)) {
    const db = await bench.database(database)
    for (const name of collections) {
      const documents = await db.collection(name).find().sort({ _id: -1 }).limit(SAMPLES).toArray()
      const bytes = documents.map((document) => mongoose.mongo.BSON.calculateObjectSize(document))
      sizes[name] = Math.round(bytes.reduce((sum, size) => sum + size, 0) / bytes.length)
    }
  }
  return sizes
}

async function write({ isPublished }: Bench, costs: Costs): Promise<void> {
  const file = isPublished ? COSTS_FILE : path.join(ROOT, '.data', 'bench', 'costs.json')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(costs, null, 2)}\n`)
}

function toResult(name: string, costs: Record<string, number>): Result {
  const all = Object.values(costs).reduce((sum, ms) => sum + ms, 0)
  const note = Object.entries(costs)
    .map(([group, ms]) => `${group} ${ms.toFixed(2)}`)
    .join(', ')
  return result(`processor time: ${name}`, 'ms', { product: [all], baseline: [] }, { note })
}
