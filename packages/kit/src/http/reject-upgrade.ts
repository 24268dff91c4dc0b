import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Responds to a WebSocket upgrade with an HTTP status and no body, then closes the socket. */
export function rejectUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
