import { once } from 'node:events'
import net, { type Socket } from 'node:net'

export interface RawConnection {
  socket: Socket
  /** Everything received so far. */
  received(): string
  /** Resolves with everything received once the server has ended the connection. */
  closed: Promise<string>
}

/** Opens a TCP connection for bytes that no HTTP client would send. */
export async function openRaw(url: string, text = ''): Promise<RawConnection> {
  const { port, hostname } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  let received = ''
  socket.on('error', () => {}) // a reset is seen as the end
  socket.on('data', (data) => {
    received += data
  })
  const closed = new Promise<string>((resolve) => {
    socket.once('end', () => resolve(received)).once('close', () => resolve(received))
  })
  await once(socket, 'connect')
  socket.write(text)
  return { socket, received: () => received, closed }
}
