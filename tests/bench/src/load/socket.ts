import { WebSocket } from 'ws'
import type { BenchUser } from '../users.ts'
import type { ChatSocket } from './chat-server.ts'
import { createPendingSends, type SendResponse } from './pending-sends.ts'

interface Frame extends SendResponse {
  message?: { content: string; senderId: number; receiverId: number; seq: number; clientMessageId?: string }
}

export interface Socket extends ChatSocket {
  isOpen(): boolean
  pings(): number
}

export interface SocketOptions {
  user: BenchUser
  headers: Record<string, string>
  /** Confirms each message with MESSAGE_RECEIVED, as the web client does. */
  hasReceipts: boolean
  onMessage(content: string): void
}

const OPEN_MS = 30_000

/** Opens a socket of the product's protocol and waits for CONNECTED. */
export function openSocket(url: string, { user, headers, hasReceipts, onMessage }: SocketOptions): Promise<Socket> {
  const ws = new WebSocket(url, { headers, perMessageDeflate: false, handshakeTimeout: OPEN_MS })
  const sends = createPendingSends()
  const newestSeqs = new Map<number, number>() // by partner, like in the web client
  const write = (frame: object) => ws.send(JSON.stringify(frame))
  let pings = 0
  ws.on('ping', () => {
    pings += 1
  })
  ws.on('open', () => write({ type: 'AUTH', userId: user.id }))
  ws.on('close', sends.rejectAll)

  const socket: Socket = {
    send: ({ id: receiverId }, content) =>
      sends.send((clientMessageId) =>
        write({ type: 'SEND_MESSAGE', clientMessageId, receiverId, content, afterSeq: newestSeqs.get(receiverId) }),
      ),
    isOpen: () => ws.readyState === WebSocket.OPEN,
    pings: () => pings,
    close: () => ws.terminate(),
  }
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => {
      ws.terminate()
      reject(new Error('socket received no CONNECTED before the timeout'))
    }, OPEN_MS)
    ws.on('error', (error) => {
      clearTimeout(timeout)
      reject(error)
    })
    ws.on('message', (data) => {
      const frame: Frame = JSON.parse(String(data))
      if (frame.type === 'CONNECTED') {
        clearTimeout(timeout)
        return resolve(socket)
      }
      if (!frame.message) return sends.onFrame(frame)
      const { content, senderId, receiverId, seq } = frame.message
      newestSeqs.set(senderId === user.id ? receiverId : senderId, seq)
      if (frame.type !== 'NEW_MESSAGE') return sends.onFrame(frame)
      if (hasReceipts) write({ type: 'MESSAGE_RECEIVED', partnerId: senderId, seq })
      onMessage(content)
    })
  })
}
