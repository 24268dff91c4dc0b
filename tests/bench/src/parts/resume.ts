import { setTimeout as pause } from 'node:timers/promises'
import { pathOf } from '@zing/proto/endpoint'
import { ServerFrame, type Versions } from '@zing/proto/frames/server'
import { getUser } from '@zing/proto/http/auth'
import { listConversations } from '@zing/proto/http/chat'
import { listMatches, listNotifications, listUsers } from '@zing/proto/http/social'
import { SOCKET_PATH } from '@zing/proto/paths'
import { WebSocket } from 'ws'
import type { Bench } from '../bench.ts'
import { type CpuTime, measureCpu } from '../processes/cpu.ts'
import { type Result, result } from '../results/result.ts'
import type { BenchUser } from '../users.ts'

const FULL = { rounds: 3, resumes: 300, fetches: 30, idleMs: 10_000 }
const QUICK = { rounds: 1, resumes: 40, fetches: 10, idleMs: 1_000 }
/** Below saturation. A lost host brings more resumes, whose reads then come in larger batches. */
const PER_SECOND = { resume: 100, everything: 5 }
/** The web client repeats AUTH after this time. */
const REPEAT_MS = 200
/** Enough time for the work after a response, and for presence. */
const AFTER_MS = 1_000
const CALLS = [getUser, listUsers, listMatches, listConversations, listNotifications]
const BUDGET_MS = 6

/** Measures the processor time of a reconnect: when nothing has changed, and when the client fetches everything. */
export async function measureResume(bench: Bench): Promise<Result[]> {
  const known = new Map<number, string>()
  async function resume(user: BenchUser): Promise<void> {
    const { versions, ws } = await connect(bench.product.url, user)
    const before = known.get(user.id)
    known.set(user.id, JSON.stringify(versions))
    if (Object.keys(versions ?? {}).length < 3 || (before && before !== known.get(user.id)))
      throw new Error('the client would have to fetch')
    await pause(AFTER_MS)
    ws.terminate()
  }
  async function everything(user: BenchUser): Promise<void> {
    const { ws } = await connect(bench.product.url, user)
    await Promise.all(CALLS.map((endpoint) => bench.request(pathOf(endpoint), { cookie: user.cookie })))
    await pause(AFTER_MS)
    ws.terminate()
  }
  const { rounds, resumes, fetches, idleMs } = bench.isQuick ? QUICK : FULL
  const measure = createMeasure(bench, await measureCpu(bench.groups('product'), () => pause(idleMs)))
  await runAtRate(bench.chatUsers, { count: bench.chatUsers.length, perSecond: PER_SECOND.resume / 2, run: resume })
  const resumed: Cost[] = []
  const fetched: Cost[] = []
  for (let round = 0; round < rounds; round++) {
    resumed.push(await measure({ count: resumes, perSecond: PER_SECOND.resume, run: resume }))
    fetched.push(await measure({ count: fetches, perSecond: PER_SECOND.everything, run: everything }))
  }
  return [
    toResult('processor time of a resume: nothing has changed', resumed, BUDGET_MS),
    toResult('processor time of a resume: everything is fetched', fetched),
  ]
}

function toResult(label: string, costs: Cost[], budget?: number): Result {
  const note = costs.map((cost) => cost.note).join(' / ')
  return result(label, 'ms', { product: costs.map(({ ms }) => ms), baseline: [] }, { note, budget })
}

/** Connects as the web client does. */
function connect(
  url: string,
  { id: userId, cookie }: BenchUser,
): Promise<{ versions: Versions | undefined; ws: WebSocket }> {
  const ws = new WebSocket(`${url}${SOCKET_PATH}`, { headers: { cookie, origin: url }, perMessageDeflate: false })
  const authenticate = () => ws.send(JSON.stringify({ type: 'AUTH', userId, withVersions: true }))
  return new Promise((resolve, reject) => {
    let repetition: NodeJS.Timeout | undefined
    ws.on('open', () => {
      authenticate()
      repetition = setTimeout(authenticate, REPEAT_MS)
    })
    ws.on('message', (data) => {
      const frame = ServerFrame.parse(JSON.parse(String(data)))
      if (frame.type === 'CONNECTED') resolve({ versions: frame.versions, ws })
    })
    ws.on('error', reject)
    ws.on('close', () => {
      clearTimeout(repetition)
      reject(new Error('the socket was closed'))
    })
  })
}

interface Operation {
  count: number
  perSecond: number
  run(user: BenchUser): Promise<void>
}

interface Cost {
  /** Processor ms of one operation, all processes. */
  ms: number
  note: string
}

function createMeasure(bench: Bench, idle: CpuTime) {
  return async function measure(operation: Operation): Promise<Cost> {
    const busy = await measureCpu(bench.groups('product'), () => runAtRate(bench.chatUsers, operation))
    const costs = Object.entries(busy.byGroup).map(([group, ms]): [string, number] => {
      const background = ((idle.byGroup[group] ?? 0) / idle.elapsedMs) * busy.elapsedMs
      return [group, Math.max(0, ms - background) / operation.count]
    })
    const note = costs.map(([group, ms]) => `${group} ${ms.toFixed(2)}`).join(', ')
    return { ms: costs.reduce((sum, [, ms]) => sum + ms, 0), note }
  }
}

async function runAtRate(users: BenchUser[], { count, perSecond, run }: Operation): Promise<void> {
  const running: Promise<void>[] = []
  for (const startedAt = performance.now(); running.length < count; await pause(1)) {
    const due = Math.min(count, Math.ceil(((performance.now() - startedAt) * perSecond) / 1_000))
    while (running.length < due) {
      const user = users[running.length % users.length]
      if (!user) throw new Error('no users')
      const one = run(user)
      one.catch(() => {}) // the `all` below reports it
      running.push(one)
    }
  }
  await Promise.all(running)
}
