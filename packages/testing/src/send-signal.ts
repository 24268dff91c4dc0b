import { readFileSync } from 'node:fs'
import { WAIT } from './wait.ts'

const sleeper = new Int32Array(new SharedArrayBuffer(4))

/** Returns from SIGSTOP when the process stands still: on a busy machine its threads go on for a moment. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  process.kill(pid, signal)
  if (signal !== 'SIGSTOP' || process.platform !== 'linux') return
  const endsAt = performance.now() + WAIT.timeout
  while (stateOf(pid) !== 'T' && performance.now() < endsAt) Atomics.wait(sleeper, 0, 0, 1)
}

/** A letter, as `ps` shows it. */
function stateOf(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.at(stat.lastIndexOf(')') + 2)
}
