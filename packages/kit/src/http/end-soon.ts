import type { Duplex } from 'node:stream'

/** In this time the other side can read what it was sent last. */
const CLOSE_MS = 2_000

/**
 * Ends a connection that Node's HTTP server or client has given away, and destroys it if the other side does not close
 * it too. What still arrives is discarded: while a byte is unread, a socket does not notice that the other side has
 * gone.
 */
export function endSoon(socket: Duplex, data?: string): void {
  if (socket.destroyed) return
  socket.end(data)
  socket.resume()
  const timeout = setTimeout(() => socket.destroy(), CLOSE_MS)
  socket.once('close', () => clearTimeout(timeout))
}
