import { DEADLINE_HEADER } from '@zing/proto/headers'
import { READY_PATH } from '@zing/proto/paths'
import { deadlineHeader } from './deadline.ts'

export interface UpstreamPool {
  /** The next ready address, round robin; if none is ready, the next address. */
  next(): string
  /** The other addresses, ready ones first. */
  alternatives(address: string): string[]
  /** Skips an address that could not be reached, until its probe succeeds. */
  markDown(address: string): void
  isReady(address: string): boolean
  addresses: readonly string[]
  stop(): void
}

const PROBE_EVERY_MS = 500
const PROBE_MS = 1_000

/** Balances over `addresses` (`http://host:port`) and probes their readiness twice a second. */
export function createUpstreamPool(addresses: readonly string[], probe: Probe = probeReadiness): UpstreamPool {
  const ready = new Set<string>()
  const probing = new Set<string>()
  let index = 0

  async function check(address: string): Promise<void> {
    if (probing.has(address)) return
    probing.add(address)
    if (await probe(address)) ready.add(address)
    else ready.delete(address)
    probing.delete(address)
  }

  function checkAll(): void {
    for (const address of addresses) void check(address)
  }

  checkAll()
  const timer = setInterval(checkAll, PROBE_EVERY_MS)
  timer.unref()

  return {
    addresses,
    next() {
      index = (index + 1) % addresses.length
      let chosen = String(addresses[index])
      for (let skipped = 0; skipped < addresses.length && !ready.has(chosen); skipped++) {
        index = (index + 1) % addresses.length
        chosen = String(addresses[index])
      }
      return chosen
    },
    alternatives(address) {
      const others = addresses.filter((other) => other !== address)
      return others.toSorted((a, b) => Number(ready.has(b)) - Number(ready.has(a)))
    },
    markDown: (address) => void ready.delete(address),
    isReady: (address) => ready.has(address),
    stop: () => clearInterval(timer),
  }
}

type Probe = (address: string) => Promise<boolean>

/** The deadline of the probes keeps the service's estimate of this process's clock fresh. */
function probeReadiness(address: string): Promise<boolean> {
  const headers = { [DEADLINE_HEADER]: deadlineHeader(performance.now() + PROBE_MS) }
  return fetch(`${address}${READY_PATH}`, { headers, signal: AbortSignal.timeout(PROBE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
