import type { ClientFrame } from '@zing/proto/frames/client'
import { ServerFrame } from '@zing/proto/frames/server'
import { CONNECT_TIMEOUT_MS } from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'
import { check } from 'k6'
import { Trend } from 'k6/metrics'
import { WebSocket } from 'k6/websockets'
import type { Person } from '../../shared/fixture.ts'
import { METRICS } from '../../shared/thresholds.ts'
import { url } from './fixture.ts'
import { isToInspect } from './inspect.ts'
import { within } from './wait.ts'

const connectTime = new Trend(METRICS.connect, true)

export interface Socket {
  send(frame: ClientFrame): void
  close(): void
  /** However it came to it. */
  ended: Promise<void>
}

/** A socket of this person, confirmed by CONNECTED. Null when that does not happen in the time that our client waits. */
export async function openSocket(person: Person, onFrame: (frame: ServerFrame) => void): Promise<Socket | null> {
  const startedAt = Date.now()
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}${SOCKET_PATH}`, null, {
    headers: { Cookie: person.cookie, Origin: url },
    tags: { name: SOCKET_PATH },
  })
  const send = (frame: ClientFrame) => ws.send(JSON.stringify(frame))
  const ended = new Promise<void>((resolve) => {
    ws.onclose = resolve
  })
  ws.onerror = () => {} // told by onclose too
  const connected = new Promise<true>((resolve) => {
    ws.onopen = () => send({ type: 'AUTH', userId: person.id })
    ws.onmessage = (event) => {
      const frame: ServerFrame = JSON.parse(String(event?.data)) // inspected now and then
      if (isToInspect()) check(frame, { 'the frame fits the contract': (it) => ServerFrame.safeParse(it).success })
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
