import type { Server } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import type { BaselineMessages } from './messages.ts'

interface Frame {
  type: string
  clientMessageId: string
  receiverId: number
  content: string
}

/** Sockets of the product's protocol; the upgrade request names the user. */
export function createSockets() {
  const sockets = new Map<number, Set<WebSocket>>()

  function push(userId: number, frame: object): void {
    const text = JSON.stringify(frame)
    for (const socket of sockets.get(userId) ?? []) if (socket.readyState === WebSocket.OPEN) socket.send(text)
  }

  async function onFrame(socket: WebSocket, senderId: number, text: string, messages: BaselineMessages): Promise<void> {
    const { type, clientMessageId, ...draft }: Frame = JSON.parse(text)
    if (type !== 'SEND_MESSAGE') return socket.send('{"type":"CONNECTED"}')
    const isSent = await messages.send({ senderId, ...draft }, (message) =>
      socket.send(JSON.stringify({ type: 'MESSAGE_SENT', message: { ...message, clientMessageId } })),
    )
    if (!isSent) socket.send(JSON.stringify({ type: 'ERROR', clientMessageId, status: 403 }))
  }

  return {
    push,
    serve(server: Server, messages: BaselineMessages): void {
      const wss = new WebSocketServer({ server, perMessageDeflate: false })
      wss.on('connection', (socket, req) => {
        const userId = Number(req.headers['x-user'])
        const own = sockets.get(userId) ?? new Set()
        sockets.set(userId, own.add(socket))
        socket.on('close', () => own.delete(socket))
        socket.on('message', (data) => void onFrame(socket, userId, String(data), messages))
      })
    },
  }
}
