import type { Socket } from 'node:net'
import { requireOfMongoose } from './driver-internals.ts'

interface DriverConnection {
  socket: Socket
  cleanup(error: Error): void
}

const { Connection }: { Connection: { prototype: DriverConnection } } = requireOfMongoose('mongodb/lib/cmap/connection')

let isDone = false

/**
 * Makes commands fail that are written to a connection in the moment in which the other side closes it. The driver (7.8.0,
 * `writeCommand`) waits for 'drain' of a socket that is destroyed already, without end: its monitor, or a place in its pool,
 * is then lost for good. It happens behind a proxy that accepts connections while the database is unavailable.
 */
export function failWritesToClosedConnections(): void {
  if (isDone) return
  isDone = true
  const { cleanup } = Connection.prototype
  if (typeof cleanup !== 'function') throw new Error('the MongoDB driver has changed: see closed-connections.ts')
  Connection.prototype.cleanup = function (error) {
    cleanup.call(this, error)
    setImmediate(() => this.socket.emit('drain')) // the command then finds the error of the connection
  }
}
