import { setTimeout as pause } from 'node:timers/promises'

const SPREAD_MS = 2_000
const STEP_MS = 100

/** Visits each socket once, in steps over `ms`, so that clients do not all reconnect or fetch at once. */
export async function spread<Socket>(
  sockets: Socket[],
  visit: (socket: Socket) => void,
  ms = SPREAD_MS,
): Promise<void> {
  const perStep = Math.ceil(sockets.length / Math.max(1, ms / STEP_MS))
  for (let first = 0; first < sockets.length; first += perStep) {
    for (const socket of sockets.slice(first, first + perStep)) visit(socket)
    await pause(STEP_MS)
  }
}
