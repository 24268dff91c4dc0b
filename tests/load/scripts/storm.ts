import type { ServerFrame, Versions } from '@zing/proto/frames/server'
import { listConversations } from '@zing/proto/http/chat'
import { listNotifications } from '@zing/proto/http/social'
import { reconnectDelayMs } from '@zing/proto/retries/reconnect-delay'
import { check } from 'k6'
import exec from 'k6/execution'
import { Counter, Trend } from 'k6/metrics'
import type { Options } from 'k6/options'
import { shareOf, type User } from '../shared/fixture.ts'
import { CONNECT_MS, HOST_LOST, LOSS_MS, phaseMetric, SOCKETS_PER_USER } from '../shared/storm.ts'
import { allFinish, METRICS } from '../shared/thresholds.ts'
import { finish } from './support/finish.ts'
import { pairs, plan, singles } from './support/fixture.ts'
import { sendRequest } from './support/send-request.ts'
import { openSocket, type Socket } from './support/socket.ts'
import { pause } from './support/wait.ts'

// Many idle sockets, and a few users who make calls. Then the runner kills one gateway and one chat process.
const VUS = 10
const CHECK_MS = 30_000

export const options: Options = {
  scenarios: {
    sockets: {
      exec: 'sockets',
      executor: 'per-vu-iterations',
      vus: VUS,
      iterations: 1,
      maxDuration: `${plan.seconds * 1_000 + CHECK_MS}ms`,
    },
    others: {
      exec: 'others',
      executor: 'constant-arrival-rate',
      rate: plan.rate,
      duration: `${plan.seconds}s`,
      preAllocatedVUs: 20,
      maxVUs: 100,
    },
  },
  thresholds: {
    checks: ['rate==1'],
    [METRICS.back]: ['p(95)<=20000', 'max<=60000'],
    [phaseMetric('before')]: ['max>=0'],
    [phaseMetric('after')]: ['max>=0'],
    ...allFinish(VUS),
  },
}

const back = new Trend(METRICS.back, true)
const resumed = new Counter(METRICS.resumed)
const accepted = new Trend(METRICS.accepted, true)

/** Keeps a share of all sockets open, as the web client does. */
export async function sockets(): Promise<void> {
  const { startTime } = exec.scenario
  const own = shareOf(singles, exec.vu.idInTest % VUS, VUS)
  const clients = own.flatMap((user) => Array.from({ length: SOCKETS_PER_USER }, () => createClient(user)))
  const running = clients.map((client) => client.run(Math.random() * CONNECT_MS))
  await pause(startTime + LOSS_MS - Date.now())
  const all = clients.every(({ isOpen }) => isOpen())
  check(all, { 'all sockets were open before the loss': (isTrue) => isTrue })
  if (exec.vu.idInTest % VUS === 0) console.warn(HOST_LOST)
  await pause(startTime + plan.seconds * 1_000 - Date.now())
  check(
    clients.every(({ isOpen }) => isOpen()),
    { 'all sockets are open at the end': (isTrue) => isTrue },
  )
  for (const client of clients) client.stop()
  await Promise.all(running)
  finish()
}

function createClient(user: User) {
  let socket: Socket | null = null
  let isStopped = false
  let windowMs = 0
  let known = ''
  let versions: Versions | undefined
  let lostAt = 0
  let markStopped = () => {}
  const stopped = new Promise<void>((resolve) => {
    markStopped = resolve
  })

  function onFrame(frame: ServerFrame): void {
    if (frame.type !== 'CONNECTED' && frame.type !== 'HEARTBEAT') return
    windowMs = frame.reconnectWithinMs ?? 0
    if (frame.type === 'CONNECTED') versions = frame.versions ?? versions
  }

  async function connect(): Promise<void> {
    socket = await openSocket(user, onFrame, { withVersions: true })
    if (!socket) return
    if (lostAt > 0) back.add(Date.now() - lostAt)
    const isSame = known !== '' && known === JSON.stringify(versions)
    known = JSON.stringify(versions)
    if (isSame) resumed.add(1)
    else for (const endpoint of [listConversations, listNotifications]) await sendRequest(user.cookie, endpoint, {})
    lostAt = 0
    await Promise.race([socket.ended, stopped])
    socket.close()
    socket = null
  }

  return {
    isOpen: () => socket !== null,
    async run(afterMs: number): Promise<void> {
      await pause(afterMs)
      for (let attempt = 0; !isStopped; attempt++) {
        const openedAt = Date.now()
        await connect()
        lostAt ||= Date.now()
        if (Date.now() - openedAt > 10_000) attempt = 0
        if (!isStopped) await Promise.race([pause(reconnectDelayMs(attempt, { windowMs })), stopped])
      }
    },
    stop() {
      isStopped = true
      markStopped()
    },
  }
}

/** A call of a user whose socket does not matter. */
export async function others(): Promise<void> {
  const phase = Date.now() < exec.scenario.startTime + LOSS_MS ? 'before' : 'after'
  const users = pairs.flat()
  const user = users[exec.scenario.iterationInTest % users.length]
  if (!user) return
  const response = await sendRequest(user.cookie, listConversations, {})
  if (response.status === listConversations.status) accepted.add(response.timings.duration, { phase })
}
