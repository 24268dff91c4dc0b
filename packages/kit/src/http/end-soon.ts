import type { Duplex } from 'node:stream'

/** The other side can read what was sent last within this time. */
const CLOSE_MS = 2_000

/**
 * Ends a connection that Node has given away, and destroys it unless the other side closes it too. Discards what still
 * arrives: a socket with unread bytes does not notice that the other side has gone.
 */
export function endSoon(socket: Duplex, data?: string | Buffer): void {
  if (socket.destroyed) return
  socket.end(data)
  socket.resume()
  const timeout = setTimeout(() => socket.destroy(), CLOSE_MS)
  socket.once('close', () => clearTimeout(timeout))
}
