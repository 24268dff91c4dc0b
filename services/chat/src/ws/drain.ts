import { setTimeout as pause } from 'node:timers/promises'
import { CloseCode } from '@zing/proto/frames/close-codes'
import type { Connections } from './connections.ts'

const SPREAD_MS = 2_000
const STEPS = 20

/** Sends everybody elsewhere, spread over 2 s, so that they do not all come back in one instant. */
export async function drainSockets(connections: Connections): Promise<void> {
  const sessions = connections.all()
  const each = Math.ceil(sessions.length / STEPS)
  for (let first = 0; first < sessions.length; first += each) {
    for (const session of sessions.slice(first, first + each)) session.close(CloseCode.restarting)
    await pause(SPREAD_MS / STEPS)
  }
}
