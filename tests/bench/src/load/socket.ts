import { WebSocket } from 'ws'

export interface Shown {
  type: string
  message?: { content: string }
}

export interface Socket {
  isOpen(): boolean
  pings(): number
  close(): void
}

const OPEN_MS = 30_000

/** An open socket that has been told CONNECTED. */
export function openSocket(
  url: string,
  headers: Record<string, string>,
  userId: number,
  onFrame: (frame: Shown) => void,
): Promise<Socket> {
  const ws = new WebSocket(url, { headers, perMessageDeflate: false, handshakeTimeout: OPEN_MS })
  let pings = 0
  ws.on('ping', () => {
    pings += 1
  })
  ws.on('open', () => ws.send(JSON.stringify({ type: 'AUTH', userId })))
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      ws.terminate()
      reject(new Error('a socket was not confirmed in time'))
    }, OPEN_MS)
    ws.on('error', (error) => {
      clearTimeout(late)
      reject(error)
    })
    ws.on('message', (data) => {
      const frame: Shown = JSON.parse(String(data))
      if (frame.type !== 'CONNECTED') return onFrame(frame)
      clearTimeout(late)
      resolve({ isOpen: () => ws.readyState === WebSocket.OPEN, pings: () => pings, close: () => ws.terminate() })
    })
  })
}
