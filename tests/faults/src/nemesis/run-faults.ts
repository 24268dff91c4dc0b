import { setTimeout as pause } from 'node:timers/promises'
import type { History } from '../history.ts'
import type { Member } from '../product/member.ts'
import type { Fault } from './fault.ts'
import { applyFault } from './faults.ts'

/**
 * Applies the planned faults in turn; faults with the same `at` begin together. All faults have ended when this
 * resolves. A fault that takes longer than planned, as when a process starts slowly, delays the later ones.
 */
export async function runFaults(
  faults: Fault[],
  members: Member[],
  history: History,
  log: (line: string) => void,
): Promise<void> {
  let plannedEnd = 0
  for (const [at, together] of Map.groupBy(faults, (fault) => fault.at)) {
    await pause(at - plannedEnd)
    const startedAt = history.now()
    log(`${(startedAt / 1_000).toFixed(1).padStart(6)} s  ${together.map(describeFault).join(' and ')}`)
    const ends = await Promise.all(together.map((fault) => applyFault(fault, memberOf(fault, members))))
    // filling a disk takes seconds on a busy machine, so the fault begins when the disk is full
    const from = together.some(({ kind }) => kind === 'fill') ? history.now() : startedAt
    const { ms = 0 } = together[0] ?? {}
    await pause(ms)
    await Promise.all(ends.map((end) => end()))
    plannedEnd = at + ms
    const to = history.now()
    for (const fault of together) history.add({ type: 'fault', fault, from, to })
  }
}

function memberOf({ target }: Fault, members: Member[]): Member {
  const member = members.find(({ name }) => name === target)
  if (!member) throw new Error(`no process ${target}`)
  return member
}

function describeFault({ kind, target, server, ms }: Fault): string {
  const what = server ? `${kind} ${target} - ${server}` : `${kind} ${target}`
  return ms > 0 ? `${what} for ${(ms / 1_000).toFixed(1)} s` : what
}
