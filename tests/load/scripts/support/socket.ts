import type { ClientFrame } from '@zing/proto/frames/client'
import { ServerFrame } from '@zing/proto/frames/server'
import { CONNECT_TIMEOUT_MS } from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'
import { check } from 'k6'
import { Trend } from 'k6/metrics'
import { WebSocket } from 'k6/websockets'
import type { User } from '../../shared/fixture.ts'
import { METRICS } from '../../shared/thresholds.ts'
import { url } from './fixture.ts'
import { isSampled } from './inspect.ts'
import { within } from './wait.ts'

const connectTime = new Trend(METRICS.connect, true)

export interface Socket {
  send(frame: ClientFrame): void
  close(): void
  ended: Promise<void>
}

/** Opens a socket and waits for CONNECTED. Null if that takes longer than the web client waits. */
export async function openSocket(
  user: User,
  onFrame: (frame: ServerFrame) => void,
  { withVersions }: { withVersions?: boolean } = {},
): Promise<Socket | null> {
  const startedAt = Date.now()
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}${SOCKET_PATH}`, null, {
    headers: { Cookie: user.cookie, Origin: url },
    tags: { name: SOCKET_PATH },
  })
  const send = (frame: ClientFrame) => ws.send(JSON.stringify(frame))
  const ended = new Promise<void>((resolve) => {
    ws.onclose = resolve
  })
  ws.onerror = () => {} // onclose follows
  const connected = new Promise<true>((resolve) => {
    ws.onopen = () => send({ type: 'AUTH', userId: user.id, withVersions })
    ws.onmessage = (event) => {
      const frame: ServerFrame = JSON.parse(String(event?.data)) // isSampled decides below on its check
      if (isSampled()) check(frame, { 'the frame matches the contract': (it) => ServerFrame.safeParse(it).success })
      if (frame.type === 'CONNECTED') {
        connectTime.add(Date.now() - startedAt)
        resolve(true)
      }
      onFrame(frame)
    }
  })
  if (await within(Promise.race([connected, ended.then(() => false)]), CONNECT_TIMEOUT_MS)) {
    return { send, close: () => ws.close(), ended }
  }
  ws.close()
  return null
}
