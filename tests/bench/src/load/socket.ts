import { WebSocket } from 'ws'

export interface Frame {
  type: string
  message?: { content: string }
}

export interface Socket {
  isOpen(): boolean
  pings(): number
  close(): void
}

const OPEN_MS = 30_000

/** Opens a socket and waits for CONNECTED. */
export function openSocket(
  url: string,
  headers: Record<string, string>,
  userId: number,
  onFrame: (frame: Frame) => void,
): Promise<Socket> {
  const ws = new WebSocket(url, { headers, perMessageDeflate: false, handshakeTimeout: OPEN_MS })
  let pings = 0
  ws.on('ping', () => {
    pings += 1
  })
  ws.on('open', () => ws.send(JSON.stringify({ type: 'AUTH', userId })))
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
      if (frame.type !== 'CONNECTED') return onFrame(frame)
      clearTimeout(timeout)
      resolve({ isOpen: () => ws.readyState === WebSocket.OPEN, pings: () => pings, close: () => ws.terminate() })
    })
  })
}
