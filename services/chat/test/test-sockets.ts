import { signInternalToken } from '@zing/kit/http/internal-token'
import { readServerFrame } from '@zing/openapi/read-server-frame'
import type { ServerFrame, ServerFrameOf } from '@zing/proto/frames/server'
import { WAIT } from '@zing/testing/wait'
import { expect, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { TestUser } from './test-users.ts'

export const ORIGIN = 'http://localhost:8080'

export function createTestSockets(chat: { url: string }, tokenSecret: string) {
  /** Resolves when the socket is open. Rejects with the status of an HTTP rejection. */
  async function openSocket(user: TestUser, url = chat.url, headers: Record<string, string> = { origin: ORIGIN }) {
    const authorization = `Bearer ${signInternalToken(tokenSecret, user)}`
    const ws = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { authorization, ...headers } })
    const frames: ServerFrame[] = []
    let code: number | null = null
    ws.on('message', (data) => {
      const frame = readServerFrame(String(data))
      if (frame.type !== 'HEARTBEAT') frames.push(frame) // its time is random
    })
    ws.on('close', (closed) => {
      code = closed
    })
    await new Promise((resolve, reject) => {
      ws.on('open', resolve)
      ws.on('error', reject)
    })
    const send = (frame: unknown) => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
    const of = <T extends ServerFrame['type']>(type: T) =>
      frames.filter((frame): frame is ServerFrameOf<T> => frame.type === type)
    return { ws, frames, send, of, code: () => code }
  }

  async function connect(user: TestUser, url = chat.url) {
    const socket = await openSocket(user, url)
    socket.send({ type: 'AUTH', userId: user.userId })
    await vi.waitFor(() => expect(socket.of('CONNECTED')).toEqual([{ type: 'CONNECTED', userId: user.userId }]), WAIT)
    return socket
  }

  return { openSocket, connect }
}
