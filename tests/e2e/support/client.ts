import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { assertDocumented } from '@zing/openapi/assert-documented'
import { readServerFrame } from '@zing/openapi/read-server-frame'
import { type AnyEndpoint, type BodyInputOf, pathOf, type ResponseOf } from '@zing/proto/endpoint'
import type { ClientFrame } from '@zing/proto/frames/client'
import type { ServerFrame, ServerFrameOf } from '@zing/proto/frames/server'
import { registerUser } from '@zing/proto/http/auth'
import { getRegistration } from '@zing/proto/http/door'
import type { ErrorBody } from '@zing/proto/http/errors'
import { SOCKET_PATH } from '@zing/proto/paths'
import { WebSocket } from 'ws'
import { withProof } from './with-proof.ts'

const CALL_MS = 30_000

export interface CallResult<Body> {
  status: number
  body: Body
  headers: Headers
}

interface Input {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
}

/** Client of the public API: requests and sockets by contract, with a session cookie or anonymous. */
export function apiClient(baseURL: string, cookie = '') {
  return {
    cookie,
    async call<E extends AnyEndpoint>(
      endpoint: E,
      { params, query, body, headers }: Input = {},
    ): Promise<CallResult<ResponseOf<E> & Partial<ErrorBody>>> {
      const search = new URLSearchParams(
        Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, `${value}`]),
      )
      const response = await fetch(`${baseURL}${pathOf(endpoint, params)}${search.size > 0 ? `?${search}` : ''}`, {
        method: endpoint.method,
        headers: {
          ...(cookie && { cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_MS),
      })
      await assertDocumented(endpoint.method, response)
      const isJson = response.headers.get('content-type')?.includes('application/json')
      const parsed = (isJson ? await response.json() : undefined) as ResponseOf<E> & Partial<ErrorBody> // the tests assert it
      return { status: response.status, body: parsed, headers: response.headers }
    },
    socket: (headers: Record<string, string> = {}) => openSocket(baseURL, { ...(cookie && { cookie }), ...headers }),
  }
}
type ApiClient = ReturnType<typeof apiClient>

export type ApiUser = ApiClient & { id: number; username: string; password: string }

export async function registerApiUser(
  baseURL: string,
  name: string,
  more: Partial<BodyInputOf<typeof registerUser>> = {},
  attempts = 5,
): Promise<ApiUser> {
  const username = `${name.toLowerCase()}.${randomBytes(5).toString('hex')}`
  const password = 'correct horse'
  const details = { name, age: 30, gender: 'female', orientation: 'bisexual', username, password, ...more }
  const visitor = apiClient(baseURL)
  const result = await withProof(
    (proof) => visitor.call(registerUser, { body: { ...details, ...proof } }),
    () => visitor.call(getRegistration),
  )
  // a busy product asks to try again; the attempt may have taken the name
  if (result.status === 503 && attempts > 1) return registerApiUser(baseURL, name, more, attempts - 1)
  expect(result.status, JSON.stringify(result.body)).toBe(201)
  const cookie = result.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { ...apiClient(baseURL, cookie), id: result.body.id, username, password }
}

/** Opens a socket that records its close code, and every frame except heartbeats. */
async function openSocket(baseURL: string, headers: Record<string, string>) {
  const ws = new WebSocket(`${baseURL.replace('http', 'ws')}${SOCKET_PATH}`, {
    headers: { origin: baseURL, ...headers },
  })
  const frames: ServerFrame[] = []
  let closeCode: number | null = null
  ws.on('message', (data) => {
    const frame = readServerFrame(String(data))
    if (frame.type !== 'HEARTBEAT') frames.push(frame)
  })
  ws.on('close', (code) => {
    closeCode = code
  })
  await once(ws, 'open')
  return {
    frames,
    closeCode: () => closeCode,
    send: (frame: ClientFrame) => ws.send(JSON.stringify(frame)),
    sendRaw: (data: string | Buffer) => ws.send(data),
    of: <T extends ServerFrame['type']>(type: T) =>
      frames.filter((frame): frame is ServerFrameOf<T> => frame.type === type),
    close: () => ws.close(1000),
  }
}
export type Socket = Awaited<ReturnType<typeof openSocket>>

export async function connect(user: ApiUser): Promise<Socket> {
  const socket = await user.socket()
  socket.send({ type: 'AUTH', userId: user.id })
  await expect.poll(() => socket.of('CONNECTED').length).toBe(1)
  return socket
}
