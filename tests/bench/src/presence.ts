import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createPeers } from '@zing/chat/ws/presence/peers'
import { freePort } from '@zing/dev-env/processes/free-port'
import { connectNats } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import { loadOf } from './capacity/model.ts'
import { cpuMsOfTree } from './processes/process-usage.ts'

// Measures the lists of online users that chat processes send each other (docs/benchmarks.md). They hold the sockets of a
// million daily users in the busiest minute.
const WORKER = 'worker'
const PROCESSES = [2, 4, 8, 16]
const DAILY_USERS = 1_000_000
const SETTLE_MS = 6_000
const MEASURE_MS = 20_000
const LIST_EVERY_MS = 2_500 // CHECK_MS in services/chat/src/ws/presence/online-status.ts

interface Work {
  natsUrl: string
  firstId: number
  users: number
  /** Users who come, and as many who go, between two lists. */
  changes: number
}

if (process.argv[2] === WORKER) process.once('message', work)
else await measure()

/** A chat process without sockets: its list changes as if users came and went. */
function work({ natsUrl, firstId, users, changes }: Work): void {
  let first = firstId
  const nats = connectNats(natsUrl, 'chat', createLog('chat', 'silent'))
  const peers = createPeers({
    nats,
    onlineUsers: () => Array.from({ length: users }, (_, index) => first + index),
    onChange: () => {},
    onFound: () => {},
    onCutOff: () => {},
  })
  setInterval(() => {
    first += changes
    peers.announce()
  }, LIST_EVERY_MS)
  void nats.connection.then(() => process.send?.('connected'))
}

async function measure(): Promise<void> {
  const { sockets, perSecond } = loadOf(DAILY_USERS)
  console.log(
    '| chat processes | connections each | lists on NATS a second | MB a second | ms a second, each | NATS | µs per connection |',
  )
  for (const count of PROCESSES) {
    const [port, monitorPort] = [await freePort(), await freePort()]
    const nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), '-m', String(monitorPort)], {
      stdio: 'ignore',
    })
    const users = Math.round(sockets / count)
    const changes = Math.round((perSecond['app start'] * LIST_EVERY_MS) / 1_000 / count)
    const children = Array.from({ length: count }, () => fork(import.meta.filename, [WORKER], { stdio: 'inherit' }))
    for (const [index, child] of children.entries())
      child.send({
        natsUrl: `nats://127.0.0.1:${port}`,
        firstId: 1 + index * 10 * users,
        users,
        changes,
      } satisfies Work)
    await Promise.all(children.map((child) => once(child, 'message')))
    await pause(SETTLE_MS)
    const pids = children.map(({ pid }) => pid ?? 0)
    const read = async () => ({
      traffic: await trafficOf(monitorPort),
      nats: await cpuMsOfTree(nats.pid ?? 0),
      chat: await Promise.all(pids.map(cpuMsOfTree)),
    })
    const [before, startedAt] = [await read(), performance.now()]
    await pause(MEASURE_MS)
    const [after, seconds] = [await read(), (performance.now() - startedAt) / 1_000]
    const chatMs = (sum(after.chat) - sum(before.chat)) / seconds
    const cells = [
      ...[count, users, ((after.traffic.messages - before.traffic.messages) / seconds).toFixed(1)],
      ((after.traffic.bytes - before.traffic.bytes) / seconds / 1e6).toFixed(2),
      ...[(chatMs / count).toFixed(1), ((after.nats - before.nats) / seconds).toFixed(1)],
      ((1_000 * (chatMs + (after.nats - before.nats) / seconds)) / sockets).toFixed(2),
    ]
    console.log(`| ${cells.join(' | ')} |`)
    for (const child of [...children, nats]) child.kill('SIGKILL')
    await Promise.all([...children, nats].map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
  }
}

/** Messages and bytes into NATS and out of it. */
async function trafficOf(monitorPort: number): Promise<{ messages: number; bytes: number }> {
  const response = await fetch(`http://127.0.0.1:${monitorPort}/varz`)
  const varz = (await response.json()) as Record<'in_msgs' | 'out_msgs' | 'in_bytes' | 'out_bytes', number> // as NATS documents
  return { messages: varz.in_msgs + varz.out_msgs, bytes: varz.in_bytes + varz.out_bytes }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
