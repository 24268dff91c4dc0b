import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '@zing/dev-env/root'
import type { Bench } from '../bench.ts'
import { billOf, billTable, LIMITS } from '../capacity/bill.ts'
import { BETWEEN_PROCESSES, COSTS_FILE, type Costs, type Line, sumOf } from '../capacity/costs.ts'
import { updateDocuments } from '../capacity/document.ts'
import { OPERATIONS, type Operation } from '../capacity/model.ts'
import { type Operations, prepareOperations } from '../capacity/operations.ts'
import { bytesOf, memoryOf } from '../capacity/sizes.ts'
import { openChat, pairsOf } from '../load/chat.ts'
import type { ChatServer } from '../load/chat-server.ts'
import { sendAtRate } from '../load/constant-rate.ts'
import { runAtRate } from '../load/run-at-rate.ts'
import { productTarget } from '../load/target.ts'
import { forEach } from '../load/workers.ts'
import { ejabberd } from '../peers/ejabberd.ts'
import { openPeers } from '../peers/open-peers.ts'
import { measureCpu, type ProcessGroups } from '../processes/cpu.ts'
import { describeMachine } from '../processes/machine.ts'
import { type Result, result } from '../results/result.ts'

/** The first hourly runs of a started product end within `settleMs`; they are no part of an idle product. */
const FULL = { warmUp: 300, seconds: 6, settleMs: 60_000, idleMs: 10_000 }
const QUICK = { warmUp: 3, seconds: 1, settleMs: 0, idleMs: 1_000 }
const CALLS_AT_ONCE = 16
/** Users of a message on the servers beside the product. */
const USERS_BESIDE = 200
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
const PHOTO_MESSAGES_PER_SECOND = 5
/** To a text message, without the encoding. */
const PHOTO_MESSAGE_MAX = 4
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
 * Measures what each operation of a day costs, in processor time of all processes, in turns with `GET /api/user`. Also
 * measures a message of other servers. Prints the bill of a million daily users; `--publish` writes it into the documents.
 */
export async function measureDay(bench: Bench): Promise<Result[]> {
  const { warmUp, seconds, settleMs, idleMs } = bench.isQuick ? QUICK : FULL
  const groups = () => bench.groups('product')
  const memoryMib = await memoryOf(bench)
  const operations = await prepareOperations(bench)
  await pause(settleMs)
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

  /** A line whose ratio is to the call `beside` it. */
  async function lineOf(label: string, call: Call, count: number, calls: Pace, beside = operations.getUser) {
    await costOf(call, warmUp, atOnce) // a product that has run for hours has compiled this code
    const before = await costOf(beside, count, calls)
    const cost = await costOf(call, count, calls)
    const after = await costOf(beside, count, calls)
    const ratio = sumOf(cost) / ((sumOf(before) + sumOf(after)) / 2)
    bench.log(`  ${label}: ${sumOf(cost).toFixed(2)} ms, ${ratio.toFixed(2)} x the call beside it`)
    return { label, cost, ratio }
  }

  async function measurePhotoMessages(): Promise<Result> {
    const { send, encode } = operations.photoMessages
    const run: Pace['run'] = (call, from, count) => runAtRate(call, PHOTO_MESSAGES_PER_SECOND, from, count)
    const count = PHOTO_MESSAGES_PER_SECOND * seconds
    const pace = { run, afterMs: AFTER_MS }
    const { cost, ratio } = await lineOf('photo message', send, count, pace, operations.run.message)
    const before = process.cpuUsage() // of this process, whose children are the product
    await run(encode, 0, count)
    const { user, system } = process.cpuUsage(before)
    const encodingMs = (user + system) / 1_000 / count
    const rounds = { product: [ratio * (1 - encodingMs / sumOf(cost))], baseline: [] }
    const note = `${noteOf(cost)}, without ${encodingMs.toFixed(2)} for the encoding`
    return result('to a text message: photo message', 'times', rounds, { budget: PHOTO_MESSAGE_MAX, note })
  }

  const lines: Line[] = []
  for (const name of OPERATIONS) {
    const run: Pace['run'] = (call, from, count) => runAtRate(call, RATES[name], from, count)
    lines.push(await lineOf(name, operations.run[name], RATES[name] * seconds, { run, afterMs: AFTER_MS }))
  }
  lines.push(await lineOf('photo again, 16 at once', operations.photoAgain, RATES.photo * seconds, atOnce))
  lines.push(await lineOf('like, 16 at once', operations.run.like, RATES.photo * seconds, atOnce))
  const photoMessages = await measurePhotoMessages()
  const documentBytes = await bytesOf(bench)
  operations.close()
  const own = lines.find(({ label }) => label === 'message')
  for (const [label, cost] of Object.entries(await messagesBeside(bench, seconds)))
    lines.push({ label, cost, ratio: ((own?.ratio ?? 0) / sumOf(own?.cost ?? {})) * sumOf(cost) })
  const { cpu, cores, memoryGib, node } = describeMachine()
  const machine = `${cores} cores (${cpu}), ${memoryGib} GiB, Node ${node.slice(1)}`
  await write(bench, {
    date: new Date().toISOString(),
    machine,
    servers: bench.servers,
    lines,
    memoryMib,
    documentBytes,
  })
  bench.log(`\n${billTable(billOf(lines))}\n`)
  return [...lines.map(toResult), photoMessages]
}

/** Measures a message of the baseline, of ejabberd if it is installed, and with two chat processes, by label. */
async function messagesBeside(bench: Bench, seconds: number): Promise<Record<string, Line['cost']>> {
  const users = bench.chatUsers.slice(0, USERS_BESIDE)
  async function messageOf(server: ChatServer, groups: ProcessGroups): Promise<Line['cost']> {
    const chat = await openChat(server, users)
    const options = { pairs: pairsOf(users), groups, perSecond: RATES.message, seconds }
    await sendAtRate(chat, options)
    const { cpuByGroup } = await sendAtRate(chat, options)
    chat.close()
    return cpuByGroup
  }

  const costs: Record<string, Line['cost']> = {}
  costs['message, baseline server'] = await messageOf(bench.targets.baseline, bench.groups('baseline'))
  const peers = await openPeers(pairsOf(users), bench.log)
  try {
    const peer = await peers.start(ejabberd)
    if (peer) costs[`message, ${peer.versions}`] = await messageOf(peer.server, peer.groups)
  } finally {
    await peers.stop()
  }
  await bench.restart(['--scale', 'chat=2'])
  const product = productTarget(bench.product.url, { hasReceipts: true })
  costs[BETWEEN_PROCESSES] = await messageOf(product, bench.groups('product'))
  await bench.restart([])
  return costs
}

async function write({ isPublished }: Bench, costs: Costs): Promise<void> {
  const file = isPublished ? COSTS_FILE : path.join(ROOT, '.data', 'bench', 'costs.json')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(costs, null, 2)}\n`)
  if (isPublished) await updateDocuments(costs)
}

function toResult({ label, cost, ratio }: Line): Result {
  const rounds = { product: [ratio], baseline: [] }
  return result(`to GET /api/user: ${label}`, 'times', rounds, { budget: LIMITS[label], note: noteOf(cost) })
}

function noteOf(cost: Line['cost']): string {
  return Object.entries(cost)
    .map(([group, ms]) => `${group} ${ms.toFixed(2)}`)
    .join(', ')
}
