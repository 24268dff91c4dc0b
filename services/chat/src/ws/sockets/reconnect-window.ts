import { RECONNECT_BASE_MS, RECONNECT_MS_PER_SOCKET, RECONNECT_WINDOW_MAX_MS } from '@zing/proto/limits'

/**
 * Returns the window in which clients come back after the loss of a process with so many sockets. Nothing with few: their
 * own jitter is enough.
 */
export function reconnectWindow(sockets: number): { reconnectWithinMs?: number } {
  const windowMs = Math.min(RECONNECT_WINDOW_MAX_MS, Math.round(sockets * RECONNECT_MS_PER_SOCKET))
  return windowMs < RECONNECT_BASE_MS ? {} : { reconnectWithinMs: windowMs }
}
