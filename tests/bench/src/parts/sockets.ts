import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '@zing/dev-env/processes/wait-until'
import { PING_MS } from '@zing/proto/limits'
import type { Bench } from '../bench.ts'
import { talkersOf, watchMessages } from '../load/conversation.ts'
import type { Socket } from '../load/socket.ts'
import { productTarget, type Target } from '../load/target.ts'
import { forEach } from '../load/workers.ts'
import { usageOf } from '../process-usage.ts'
import { type Result, result } from '../result.ts'
import { summarize } from '../statistics.ts'

const SOCKETS = 10_000
const QUICK_SOCKETS = 500
const BUDGET_KIB = 40
const OPENING_AT_ONCE = 32
const WARM_UP = 500
const SETTLE_MS = 5_000
const PING_ROUNDS = 2
const MESSAGES = 50
/** Files of a process beside its sockets. */
const OTHER_FILES = 500
/** Of each socket a gateway holds two ends. */
const ENDS = 2

interface Held {
  kibPerSocket: number
  openedMs: number
  openAfterPings: number
  messageP50: number
}

/** Ten thousand people who do nothing: what their sockets cost, and whether a message still gets through quickly. */
export async function measureSockets(bench: Bench): Promise<Result[]> {
  const count = bench.isQuick ? QUICK_SOCKETS : SOCKETS
  const gateways = Math.ceil((count * ENDS) / (filesLimit() - OTHER_FILES))
  if (gateways > 1) await bench.restart(['--scale', `gateway=${gateways}`])

  const { product, baseline } = bench
  // Each gateway at its own address: a balancer in front would hold all of them once more.
  const doors = product.of('gateway').map(({ url }) => productTarget(url))
  const measured = [...product.of('gateway'), ...product.of('chat')].map(({ pid }) => pid)
  const ours = await hold(bench, doors, measured, count)
  const bare = await hold(bench, [bench.targets.baseline], [baseline.pid], count)

  const number = count.toLocaleString('en')
  const lost = count - ours.openAfterPings
  const note =
    gateways > 1
      ? `${gateways} gateways, since the limit here is ${filesLimit().toLocaleString('en')} open files`
      : undefined
  const both = (of: (held: Held) => number) => ({ product: [of(ours)], baseline: [of(bare)] })
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
  const { hard } = (process.report.getReport() as FilesLimit).userLimits.open_files // what the report's types leave out
  return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard)
}
interface FilesLimit {
  userLimits: { open_files: { hard: number | string } }
}

async function hold(bench: Bench, doors: Target[], pids: number[], count: number): Promise<Held> {
  const closing = await openMany(bench, doors, Math.min(WARM_UP, count))
  for (const socket of closing) socket.close()
  await pause(SETTLE_MS)

  const before = await memoryOf(pids)
  const startedAt = performance.now()
  const sockets = await openMany(bench, doors, count)
  const openedMs = performance.now() - startedAt
  const isBaseline = doors[0]?.name === 'baseline' // which sends no pings
  const hasPings = () => isBaseline || sockets.every((socket) => !socket.isOpen() || socket.pings() >= PING_ROUNDS)
  await waitUntil(hasPings, (PING_ROUNDS + 1) * PING_MS)
  await pause(SETTLE_MS)
  const kibPerSocket = ((await memoryOf(pids)) - before) / 1_024 / count

  const openAfterPings = sockets.filter((socket) => socket.isOpen()).length
  const messageP50 = await sendSome(bench, doors[0])
  for (const socket of sockets) socket.close()
  return { kibPerSocket, openedMs, openAfterPings, messageP50 }
}

async function openMany({ people }: Bench, doors: Target[], count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  await forEach(count, OPENING_AT_ONCE, async (index) => {
    const [person, door] = [people[index % people.length], doors[index % doors.length]]
    if (person && door) sockets.push(await door.connect(person, () => {}))
  })
  return sockets
}

async function sendSome(bench: Bench, target: Target | undefined): Promise<number> {
  if (!target) return Number.NaN
  const [one, other] = talkersOf(bench, 0, 0)
  const watch = await watchMessages(target, [one, other])
  const times: number[] = []
  for (let index = 0; index < MESSAGES; index++) {
    const content = `${target.name} among many ${performance.now()}`
    const shown = watch.shown(content)
    await target.send(...talkersOf(bench, 0, index), content)
    times.push(await shown)
  }
  watch.close()
  return summarize(times).p50
}

async function memoryOf(pids: number[]): Promise<number> {
  const usages = await Promise.all(pids.map(usageOf))
  return usages.reduce((sum, { rssBytes }) => sum + rssBytes, 0)
}
