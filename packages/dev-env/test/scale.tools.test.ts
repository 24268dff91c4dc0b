import { once } from 'node:events'
import type { ServerFrame, ServerFrameOf } from '@zing/proto/frames/server'
import { REQUEST_ID_HEADER, TRACE_HEADER } from '@zing/proto/headers'
import { getUser } from '@zing/proto/http/auth'
import { listMessages, sendMessage } from '@zing/proto/http/chat'
import { likeUser, listUsers } from '@zing/proto/http/social'
import { SOCKET_PATH } from '@zing/proto/paths'
import { PROCESS_NAMES, PROCESSES } from '@zing/proto/processes'
import { WAIT } from '@zing/testing/wait'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type ApiClient, CallError, logIn, registerOrLogIn } from '../src/demo/member.ts'
import { type Addresses, readAddresses } from '../src/state/addresses-file.ts'
import { readPids } from '../src/state/pid-file.ts'
import { launchZing } from './setup-product.ts'

/** The processes that run by default. */
const KINDS = PROCESS_NAMES.filter((kind) => !PROCESSES[kind].isOptional)
const RESTART_WAIT = { ...WAIT, timeout: 120_000 }
const DETAILS = { name: 'Ada', age: 30, gender: 'female', orientation: 'other', password: 'correct horse' }
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** Reads a metric as Prometheus would, summed over all labels. */
async function read(metricsUrl: string, metric: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text()
  const values = [...text.matchAll(new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))]
  return values.reduce((sum, [, value]) => sum + Number(value), 0)
}

async function openSocket(gatewayUrl: string, { cookie, user }: ApiClient) {
  const ws = new WebSocket(`${gatewayUrl.replace('http', 'ws')}${SOCKET_PATH}`, {
    headers: { cookie, origin: gatewayUrl },
  })
  const frames: ServerFrame[] = []
  ws.on('message', (data) => void frames.push(JSON.parse(String(data))))
  await once(ws, 'open')
  onTestFinished(() => ws.terminate())
  const send = (frame: unknown) => ws.send(JSON.stringify(frame))
  const of = <T extends ServerFrame['type']>(type: T) =>
    frames.filter((frame): frame is ServerFrameOf<T> => frame.type === type)
  send({ type: 'AUTH', userId: user.id })
  await vi.waitFor(() => expect(of('CONNECTED')).toHaveLength(1), WAIT)
  return { ws, send, of }
}

let zing: Awaited<ReturnType<typeof launchZing>>
let addresses: Addresses
beforeAll(async () => {
  zing = await launchZing({ LOG_LEVEL: 'debug' }, ['--scale', KINDS.map((kind) => `${kind}=2`).join()])
  addresses = await readAddresses(zing.dataDir)
}, 180_000)
afterAll(() => zing.stop())

test('two users on different gateway and chat processes can chat, get receipts and block', {
  timeout: 300_000,
}, async () => {
  const { url, processes } = addresses
  expect(url).toBe(zing.url)
  const [first, second] = processes.filter(({ service }) => service === 'gateway').map((gateway) => gateway.url)
  const chats = processes.filter(({ service }) => service === 'chat').map(({ metricsUrl }) => metricsUrl)
  if (!first || !second) throw new Error('there are no two gateways')
  expect(chats).toHaveLength(2)

  /** Opens sockets until one is in the given chat process; the gateway takes them in turn. */
  async function connect(gateway: string, member: ApiClient, chat: string) {
    for (let attempt = 0; attempt < 5; attempt++) {
      const before = await read(chat, 'zing_sockets_open')
      const socket = await openSocket(gateway, member)
      if ((await read(chat, 'zing_sockets_open')) > before) return socket
      socket.ws.terminate()
    }
    throw new Error('the gateway does not distribute its sockets')
  }

  const ada = await registerOrLogIn(first, { ...DETAILS, username: 'ada' })
  const ben = await registerOrLogIn(second, { ...DETAILS, name: 'Ben', username: 'ben' })
  const [adasSocket, bensSocket] = [
    await connect(first, ada, chats[0] ?? ''),
    await connect(second, ben, chats[1] ?? ''),
  ]

  // the request id and trace id appear in the gateway, in the service, and in the handler of the event
  const liked = await fetch(`${first}${likeUser.path}`, {
    method: 'POST',
    headers: {
      cookie: ada.cookie,
      'content-type': 'application/json',
      [REQUEST_ID_HEADER]: 'like-00000001',
      [TRACE_HEADER]: TRACEPARENT,
    },
    body: JSON.stringify({ likedId: ben.user.id }),
  })
  expect([liked.status, liked.headers.get(REQUEST_ID_HEADER)]).toEqual([200, 'like-00000001'])
  await vi.waitFor(() => {
    const lines = zing
      .printed()
      .split('\n')
      .filter((line) => line.includes('requestId=like-00000001'))
    expect(lines.every((line) => line.includes('traceId=0af7651916cd43dd8448eb211c80319c'))).toBe(true)
    const log = lines.join('\n')
    expect(log).toMatch(/gateway-1.* request completed/)
    expect(log).toMatch(/social-\d.* request completed/)
    expect(log).toMatch(/chat-\d.* event handled/)
  }, WAIT)

  await ben.call(likeUser, { body: { likedId: ada.user.id } })
  await vi.waitFor(() => expect(adasSocket.of('NEW_MATCH')).toHaveLength(1), WAIT)
  await vi.waitFor(() => expect(bensSocket.of('NEW_MATCH')).toHaveLength(1), WAIT)

  const sent = await ada.call(sendMessage, { body: { receiverId: ben.user.id, content: 'hello' } })
  await vi.waitFor(
    () => expect(bensSocket.of('NEW_MESSAGE').map(({ message }) => message.content)).toEqual(['hello']),
    WAIT,
  )
  bensSocket.send({ type: 'TYPING_INDICATOR', recipientId: ada.user.id, isTyping: true })
  bensSocket.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.user.id, seq: sent.seq })
  bensSocket.send({ type: 'MARK_READ', senderId: ada.user.id })
  await vi.waitFor(() => {
    expect(adasSocket.of('TYPING_INDICATOR')).toEqual([
      { type: 'TYPING_INDICATOR', senderId: ben.user.id, isTyping: true },
    ])
    expect(adasSocket.of('MESSAGE_DELIVERED')).toMatchObject([{ messageId: sent.id, receiverId: ben.user.id }])
    expect(adasSocket.of('MESSAGES_READ')).toMatchObject([{ readBy: ben.user.id, upToSeq: sent.seq }])
  }, WAIT)
  const [stored] = await ada.call(listMessages, { params: { id: ben.user.id } })
  expect(stored).toMatchObject({ id: sent.id, status: 'read' })
  // Ben's receipts begin in the second process; which of them handles Ada's POST is the gateway's choice
  expect(await read(chats[0] ?? '', 'zing_push_lag_seconds_count')).toBeGreaterThan(0)

  bensSocket.send({ type: 'BLOCK_USER', blockedUserId: ada.user.id })
  await vi.waitFor(() => {
    expect(bensSocket.of('BLOCK_CONFIRMED')).toEqual([{ type: 'BLOCK_CONFIRMED', blockedUserId: ada.user.id }])
    expect(adasSocket.of('USER_BLOCKED')).toEqual([{ type: 'USER_BLOCKED', blockedBy: ben.user.id }])
  }, WAIT)
  for (const gateway of [first, second, url]) {
    const here = await logIn(gateway, { username: 'ada', password: DETAILS.password })
    const rejected = here.call(sendMessage, { body: { receiverId: ben.user.id, content: 'still there?' } })
    await expect(rejected).rejects.toThrow(CallError)
    await expect(rejected).rejects.toMatchObject({ status: 403 })
  }

  // SEC-70: metrics are served on ports of their own only
  for (const { metricsUrl, service } of processes) {
    const metrics = await (await fetch(metricsUrl)).text()
    expect(metrics).toContain(`zing_nats_up{service="${service}"} 1`)
    expect(metrics).toContain('nodejs_eventloop_lag_p99_seconds')
  }
  expect((await fetch(`${first}/metrics`)).status).toBe(404)
  const [gateway] = processes.filter(({ service }) => service === 'gateway')
  const seen = (await (await fetch(gateway?.metricsUrl ?? '')).text()).split('\n')
  const samples = (...parts: string[]) => seen.filter((line) => parts.every((part) => line.includes(part)))
  const likes = samples(
    'zing_http_request_duration_seconds_count',
    'method="POST"',
    'route="/api/likes"',
    'status="200"',
  )
  expect(likes).toEqual([expect.stringMatching(/ 1$/)])
  expect(samples('zing_upstream_up{', 'upstream="chat"')).toEqual(Array(2).fill(expect.stringMatching(/ 1$/)))
})

test('no request fails while every process is restarted, one of each kind at a time', {
  timeout: 300_000,
}, async () => {
  const cleo = await registerOrLogIn(zing.url, { ...DETAILS, name: 'Cleo', username: 'cleo' })
  const dora = await registerOrLogIn(zing.url, { ...DETAILS, name: 'Dora', username: 'dora' })
  await cleo.call(likeUser, { body: { likedId: dora.user.id } })
  await dora.call(likeUser, { body: { likedId: cleo.user.id } })
  const socket = await openSocket(zing.url, dora)
  const codes: number[] = []
  socket.ws.on('close', (code) => codes.push(code))

  const failed: unknown[] = []
  const sent: number[] = []
  let isOver = false
  async function use(member: ApiClient, partner: ApiClient): Promise<void> {
    while (!isOver) {
      try {
        await member.call(getUser)
        await member.call(listUsers)
        const { id } = await member.call(sendMessage, { body: { receiverId: partner.user.id, content: 'still here' } })
        sent.push(id)
      } catch (error) {
        failed.push(error)
      }
    }
  }
  const users = [use(cleo, dora), use(dora, cleo), use(cleo, dora)]
  for (const number of [1, 2]) await Promise.all(KINDS.map((kind) => restart(`${kind}-${number}`)))
  isOver = true
  await Promise.all(users)

  expect(failed).toEqual([])
  const stored = await cleo.call(listMessages, { params: { id: dora.user.id }, query: { after: '0', limit: '100' } })
  expect(sent.length).toBeGreaterThan(20)
  expect(stored.slice(0, 20).map(({ id }) => sent.includes(id))).toEqual(Array(20).fill(true))
  expect(new Set(sent).size).toBe(sent.length)
  await vi.waitFor(() => expect(codes).toEqual([expect.toSatisfy((code: number) => [1006, 1012].includes(code))]), WAIT)
})

/** Sends SIGTERM and waits until the supervisor has restarted the process and it is ready. */
async function restart(name: string): Promise<void> {
  const pidNow = () => readPids(zing.dataDir)[name]
  const pid = pidNow()
  if (!pid) throw new Error(`${name} is not running`)
  const url = addresses.processes.find((process) => process.name === name)?.url
  process.kill(pid, 'SIGTERM')
  await vi.waitFor(async () => {
    expect(pidNow()).not.toBe(pid)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  }, RESTART_WAIT)
}
