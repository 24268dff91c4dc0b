import { setTimeout as pause } from 'node:timers/promises'
import type { History } from '../history.ts'
import type { Member } from '../product/product.ts'
import { applyFault, type Fault } from './faults.ts'

/** Applies the planned faults in turn; a fault that begins has ended when this resolves. */
export async function runFaults(
  faults: Fault[],
  members: Member[],
  history: History,
  log: (line: string) => void,
): Promise<void> {
  const startedAt = performance.now()
  for (const fault of faults) {
    const member = members.find(({ name }) => name === fault.target)
    if (!member) throw new Error(`no process ${fault.target}`)
    await pause(Math.max(0, startedAt + fault.at - performance.now()))
    const from = history.now()
    log(`${(from / 1_000).toFixed(1).padStart(6)} s  ${describeFault(fault)}`)
    const end = await applyFault(fault, member)
    await pause(fault.ms)
    await end()
    history.add({ type: 'fault', fault, from, to: history.now() })
  }
}

function describeFault({ kind, target, server, ms }: Fault): string {
  const what = server ? `${kind} ${target} - ${server}` : `${kind} ${target}`
  return ms > 0 ? `${what} for ${(ms / 1_000).toFixed(1)} s` : what
}
