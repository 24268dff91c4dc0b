import { READY_PATH } from '@zing/proto/paths'

/** The processes of one service, as seen by whoever sends them requests. */
export interface UpstreamPool {
  /** Whose turn it is. Those that are away are left out while another one is there. */
  next(): string
  /** Where else to try when `address` cannot be reached, best first. */
  alternatives(address: string): string[]
  /** It could not be reached just now: left out until its probe says otherwise. */
  markDown(address: string): void
  isReady(address: string): boolean
  addresses: readonly string[]
  stop(): void
}

const PROBE_EVERY_MS = 500
const PROBE_MS = 1_000

/** Round robin over `addresses` (`http://host:port`). Each is asked twice a second whether it is ready. */
export function createUpstreamPool(addresses: readonly string[], probe: Probe = probeReadiness): UpstreamPool {
  const ready = new Set<string>()
  const asking = new Set<string>()
  let turn = 0

  async function ask(address: string): Promise<void> {
    if (asking.has(address)) return
    asking.add(address)
    if (await probe(address)) ready.add(address)
    else ready.delete(address)
    asking.delete(address)
  }

  function askAll(): void {
    for (const address of addresses) void ask(address)
  }

  askAll()
  const timer = setInterval(askAll, PROBE_EVERY_MS)
  timer.unref()

  return {
    addresses,
    next() {
      turn = (turn + 1) % addresses.length
      // when nobody seems to be there, one of them may still answer: a probe is not the last word
      let chosen = String(addresses[turn])
      for (let skipped = 0; skipped < addresses.length && !ready.has(chosen); skipped++) {
        turn = (turn + 1) % addresses.length
        chosen = String(addresses[turn])
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

function probeReadiness(address: string): Promise<boolean> {
  return fetch(`${address}${READY_PATH}`, { signal: AbortSignal.timeout(PROBE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
