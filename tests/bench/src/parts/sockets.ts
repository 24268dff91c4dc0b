import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '@zing/dev-env/processes/wait-until'
import { PING_MS } from '@zing/proto/limits'
import type { Bench } from '../bench.ts'
import { openChat, pairsOf, participantsOf } from '../load/chat.ts'
import type { Socket } from '../load/socket.ts'
import type { Target } from '../load/target.ts'
import { forEach } from '../load/workers.ts'
import { usageOf } from '../processes/process-usage.ts'
import { type Result, result } from '../results/result.ts'
import { summarize } from '../results/statistics.ts'

const SOCKETS = 10_000
const QUICK_SOCKETS = 500
const BUDGET_KIB = 40
const OPEN_CONCURRENCY = 32
const WARM_UP = 500
const PAUSE_MS = 5_000
const PING_ROUNDS = 2
const MESSAGES = 50
const OTHER_FILES = 500
/** A gateway holds two open files per socket. */
const FILES_PER_SOCKET = 2

interface Measurement {
  kibPerSocket: number
  openedMs: number
  openAfterPings: number
  messageP50: number
}

/** Measures the memory of ten thousand idle sockets and the latency of a message among them. */
export async function measureSockets(bench: Bench): Promise<Result[]> {
  const count = bench.isQuick ? QUICK_SOCKETS : SOCKETS
  const gateways = Math.ceil((count * FILES_PER_SOCKET) / (filesLimit() - OTHER_FILES))
  if (gateways > 1) await bench.restart(['--scale', `gateway=${gateways}`])

  const { product, baseline } = bench
  // directly at each gateway: a load balancer would hold every socket too
  const entryPoints = product.of('gateway').map(({ url }) => bench.targetAt(url))
  const pids = [...product.of('gateway'), ...product.of('chat')].map(({ pid }) => pid)
  const productResult = await holdSockets(bench, entryPoints, pids, count)
  const baselineResult = await holdSockets(bench, [bench.targets.baseline], [baseline.pid], count)

  const number = count.toLocaleString('en')
  const lost = count - productResult.openAfterPings
  const note =
    gateways > 1
      ? `${gateways} gateways, since the limit here is ${filesLimit().toLocaleString('en')} open files`
      : undefined
  const both = (of: (measurement: Measurement) => number) => ({
    product: [of(productResult)],
    baseline: [of(baselineResult)],
  })
  const memory = both(({ kibPerSocket }) => kibPerSocket)
  return [
    result(`memory per idle socket of ${number}, gateway and chat`, 'KiB', memory, { budget: BUDGET_KIB, note }),
    result(
      `  opening all ${number}`,
      's',
      both(({ openedMs }) => openedMs / 1_000),
    ),
    result('  closed within two rounds of pings', 'count', { product: [lost], baseline: [] }, { budget: 0 }),
    result(
      '  send to shown meanwhile, p50',
      'ms',
      both(({ messageP50 }) => messageP50),
    ),
  ]
}

function filesLimit(): number {
  const { hard } = (process.report.getReport() as FilesLimit).userLimits.open_files // missing in the report's types
  return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard)
}
interface FilesLimit {
  userLimits: { open_files: { hard: number | string } }
}

async function holdSockets(bench: Bench, entryPoints: Target[], pids: number[], count: number): Promise<Measurement> {
  const closing = await openMany(bench, entryPoints, Math.min(WARM_UP, count))
  for (const socket of closing) socket.close()
  await pause(PAUSE_MS)

  const before = await memoryOf(pids)
  const startedAt = performance.now()
  const sockets = await openMany(bench, entryPoints, count)
  const openedMs = performance.now() - startedAt
  const isBaseline = entryPoints[0]?.name === 'baseline' // the baseline sends no pings
  const hasPings = () => isBaseline || sockets.every((socket) => !socket.isOpen() || socket.pings() >= PING_ROUNDS)
  await waitUntil(hasPings, (PING_ROUNDS + 1) * PING_MS)
  await pause(PAUSE_MS)
  const kibPerSocket = ((await memoryOf(pids)) - before) / 1_024 / count

  const openAfterPings = sockets.filter((socket) => socket.isOpen()).length
  const messageP50 = await sendSome(bench, entryPoints[0])
  for (const socket of sockets) socket.close()
  return { kibPerSocket, openedMs, openAfterPings, messageP50 }
}

async function openMany({ users }: Bench, entryPoints: Target[], count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  await forEach(count, OPEN_CONCURRENCY, async (index) => {
    const [user, entryPoint] = [users[index % users.length], entryPoints[index % entryPoints.length]]
    if (user && entryPoint) sockets.push(await entryPoint.connect(user, () => {}))
  })
  return sockets
}

async function sendSome(bench: Bench, target: Target | undefined): Promise<number> {
  if (!target) return Number.NaN
  const pairs = pairsOf(bench.chatUsers.slice(0, 2))
  const chat = await openChat(target, pairs.flat())
  const times: number[] = []
  for (let index = 0; index < MESSAGES; index++) {
    const content = `${target.name} among many ${performance.now()}`
    const shown = chat.shown(content)
    await chat.send(...participantsOf(pairs, index), content)
    times.push(await shown)
  }
  chat.close()
  return summarize(times).p50
}

async function memoryOf(pids: number[]): Promise<number> {
  const usages = await Promise.all(pids.map(usageOf))
  return usages.reduce((sum, { rssBytes }) => sum + rssBytes, 0)
}
