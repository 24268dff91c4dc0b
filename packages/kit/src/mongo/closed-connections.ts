import type { Socket } from 'node:net'
import { requireOfMongoose } from './driver-internals.ts'

interface DriverConnection {
  socket: Socket
  cleanup(error: Error): void
}

const { Connection }: { Connection: { prototype: DriverConnection } } = requireOfMongoose('mongodb/lib/cmap/connection')

let isDone = false

/**
 * Makes a command fail when the other side closes its connection in the moment of the write. The driver (7.8.0,
 * `writeCommand`) would wait for 'drain' of the destroyed socket without end. Its monitor, or a place in its pool, would be
 * lost for good. It happens behind a proxy that accepts connections while the database is unavailable.
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
