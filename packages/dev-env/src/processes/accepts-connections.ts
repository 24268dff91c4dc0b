import { connect } from 'node:net'

const CONNECT_MS = 1_000

export function acceptsConnections(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: CONNECT_MS })
    function end(isAccepted: boolean): void {
      socket.destroy()
      resolve(isAccepted)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}
