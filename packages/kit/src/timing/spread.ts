import { setTimeout as pause } from 'node:timers/promises'

const SPREAD_MS = 2_000
const STEPS = 20

/** Visits each socket once, in steps over 2 s, so that clients do not all reconnect or fetch at once. */
export async function spread<Socket>(sockets: Socket[], visit: (socket: Socket) => void): Promise<void> {
  const perStep = Math.ceil(sockets.length / STEPS)
  for (let first = 0; first < sockets.length; first += perStep) {
    for (const socket of sockets.slice(first, first + perStep)) visit(socket)
    await pause(SPREAD_MS / STEPS)
  }
}
