import type { ServerFrame } from '@zing/proto/frames/server'
import { SOCKET_PATH } from '@zing/proto/paths'
import WebSocket from 'ws'
import { type Account, until } from './account.ts'

/** Frames about the connection alone. */
const OWN_FRAMES = new Set(['CONNECTED', 'HEARTBEAT', 'PUSH_DEGRADED', 'PUSH_RESTORED'])

/** The open socket of an account. */
export interface Ear {
  frames: ServerFrame[]
  hears(type: ServerFrame['type']): Promise<void>
  /** Confirms that the messages of a partner have arrived, as a client does. */
  confirm(partner: Account, seq: number): Promise<void>
  close(): void
}

export async function listen({ id, url, cookie }: Account): Promise<Ear> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${SOCKET_PATH}`, { headers: { cookie, origin: url } })
  const frames: ServerFrame[] = []
  const newestSeqs = new Map<number, number>()
  let isConnected = false
  socket.on('open', () => socket.send(JSON.stringify({ type: 'AUTH', userId: id })))
  socket.on('error', () => {}) // the socket then connects to nobody, which `until` reports
  socket.on('message', (data) => {
    const frame: ServerFrame = JSON.parse(String(data))
    if (frame.type === 'CONNECTED') isConnected = true
    if (frame.type === 'NEW_MESSAGE') newestSeqs.set(frame.message.senderId, frame.message.seq)
    if (!OWN_FRAMES.has(frame.type)) frames.push(frame)
  })
  await until(`the socket of user ${id} is open`, async () => isConnected)
  return {
    frames,
    hears: (wanted) => until(`user ${id} gets ${wanted}`, async () => frames.some(({ type }) => type === wanted)),
    async confirm(partner, seq) {
      await until(`user ${id} gets message ${seq}`, async () => (newestSeqs.get(partner.id) ?? 0) >= seq)
      socket.send(JSON.stringify({ type: 'MESSAGE_RECEIVED', partnerId: partner.id, seq }))
    },
    close: () => socket.terminate(),
  }
}
