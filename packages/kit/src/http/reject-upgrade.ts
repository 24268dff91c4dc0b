import type { Duplex } from 'node:stream'
import { endWithResponse } from './raw-response.ts'

/** Answers a WebSocket upgrade with an HTTP status and no body, then closes the socket. 429 and 503 say when to retry. */
export function rejectUpgrade(socket: Duplex, status: number): void {
  endWithResponse(socket, status)
}
