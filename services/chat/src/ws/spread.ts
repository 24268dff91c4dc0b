import { setTimeout as pause } from 'node:timers/promises'
import type { Session } from './session.ts'

const SPREAD_MS = 2_000
const STEPS = 20

/** Visits sockets in steps over 2 s, so that their clients do not all reconnect or fetch at once. */
export async function spread(sessions: Session[], visit: (session: Session) => void): Promise<void> {
  const perStep = Math.ceil(sessions.length / STEPS)
  for (let first = 0; first < sessions.length; first += perStep) {
    for (const session of sessions.slice(first, first + perStep)) visit(session)
    await pause(SPREAD_MS / STEPS)
  }
}
