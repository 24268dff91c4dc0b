import { setTimeout as pause } from 'node:timers/promises'
import type { Member } from '../product/member.ts'
import type { Fault } from './fault.ts'

const SLOW_MS = 200
/**
 * Long enough for each step of a call to be in flight at the stall. Its data then arrives long after the caller gave
 * up.
 */
const SLOW_BEFORE_STALL_MS = 2_000
/** Each loss takes the data of the last `delayMs`, which has not reached the server yet. */
const LOSS = { delayMs: 200, everyMs: 900 }
const SKEW_MS = 60 * 60 * 1_000

/** Applies a fault and returns the function that ends it. */
export async function applyFault(fault: Fault, member: Member): Promise<() => Promise<void>> {
  if (member.apply) return member.apply(fault)
  const { kind, server } = fault
  const link = server ? member.links[server] : undefined
  const heal = async () => link?.heal()
  switch (kind) {
    case 'kill':
      await member.end('SIGKILL')
      return () => member.start()
    case 'restart':
      await member.end('SIGTERM')
      return () => member.start()
    case 'skew':
      await member.end('SIGTERM')
      await member.start({ FAULTS_CLOCK_SKEW_MS: String(SKEW_MS) })
      return async () => {
        await member.end('SIGTERM')
        await member.start()
      }
    case 'pause':
      member.signal('SIGSTOP')
      return async () => member.signal('SIGCONT')
    case 'fill':
      await member.disk?.fill()
      return async () => member.disk?.free()
    case 'cut':
      link?.cut()
      return heal
    case 'stall':
      link?.slow(SLOW_MS)
      await pause(SLOW_BEFORE_STALL_MS)
      link?.stall()
      return heal
    case 'slow':
      link?.slow(SLOW_MS)
      return heal
    case 'lose':
      link?.lose(LOSS)
      return heal
    case 'fail':
      link?.fail()
      return heal
    default:
      throw new Error(`only a host has the fault ${kind}`)
  }
}
