import { setTimeout as pause } from 'node:timers/promises'
import { CloseCode } from '@zing/proto/frames/close-codes'
import type { Connections } from './connections.ts'

const SPREAD_MS = 2_000
const STEPS = 20

/** Closes all sockets over 2 s, so that clients do not all reconnect at once. */
export async function drainSockets(connections: Connections): Promise<void> {
  const sessions = connections.all()
  const perStep = Math.ceil(sessions.length / STEPS)
  for (let first = 0; first < sessions.length; first += perStep) {
    for (const session of sessions.slice(first, first + perStep)) session.close(CloseCode.restarting)
    await pause(SPREAD_MS / STEPS)
  }
}
