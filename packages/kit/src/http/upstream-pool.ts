import { Agent, request } from 'node:http'
import { DEADLINE_HEADER } from '@zing/proto/headers'
import { READY_PATH } from '@zing/proto/paths'
import { deadlineHeader } from '../timing/deadline.ts'

export interface UpstreamPool {
  /** The next ready address, round robin. It is on the own host while one there is ready. If none is ready, all are used. */
  next(): string
  /** The other addresses, ready ones first. */
  alternatives(address: string): string[]
  /** Skips an unreachable address until a probe of it succeeds. */
  markDown(address: string): void
  /** True if the last probe succeeded. */
  isReady(address: string): boolean
  /** Probes all addresses unless they have just been probed; resolves within PROBE_MS. */
  refresh(): Promise<void>
  addresses: readonly string[]
  stop(): void
}

const PROBE_EVERY_MS = 500
/** Interval while all are ready and there are no requests. Services estimate this process's clock from 30 s of probes. */
const IDLE_PROBE_EVERY_MS = 20_000
const IDLE_AFTER_MS = 5_000
const PROBE_MS = 1_000

interface UpstreamPoolOptions {
  /** Host of this process. Its requests stay there, so that no other silent host delays them. */
  host?: string
  probe?: Probe
}

/**
 * Balances over `addresses` (`http://host:port`) and probes their readiness. It probes twice a second while there are
 * requests or a process is not ready, otherwise rarely. A request after a rest causes a probe at once.
 */
export function createUpstreamPool(
  addresses: readonly string[],
  { host, probe = probeReadiness }: UpstreamPoolOptions = {},
): UpstreamPool {
  const own = addresses.filter((address) => URL.parse(address)?.hostname === host)
  const ready = new Set<string>()
  const probing = new Map<string, Promise<void>>()
  const isReady = (address: string) => ready.has(address)
  let index = 0
  let usedAt = performance.now()
  let probedAt = Number.NEGATIVE_INFINITY
  let isResting = false
  let timer: NodeJS.Timeout | undefined

  function check(address: string): Promise<void> {
    const running = probing.get(address) ?? probeOnce(address).finally(() => probing.delete(address))
    probing.set(address, running)
    return running
  }

  async function probeOnce(address: string): Promise<void> {
    if (await probe(address)) ready.add(address)
    else setNotReady(address)
  }

  function setNotReady(address: string): void {
    ready.delete(address)
    endRest()
  }

  async function checkAll(): Promise<void> {
    probedAt = performance.now()
    await Promise.all(addresses.map(check))
  }

  function tick(): void {
    void checkAll()
    isResting = ready.size === addresses.length && performance.now() - usedAt > IDLE_AFTER_MS
    timer = setTimeout(tick, isResting ? IDLE_PROBE_EVERY_MS : PROBE_EVERY_MS).unref()
  }

  function endRest(): void {
    if (!isResting) return
    isResting = false
    clearTimeout(timer)
    timer = setTimeout(tick, Math.max(0, probedAt + PROBE_EVERY_MS - performance.now())).unref()
  }

  tick()
  return {
    addresses,
    next() {
      usedAt = performance.now()
      endRest()
      const chosen = [own.filter(isReady), addresses.filter(isReady)].find(({ length }) => length > 0) ?? addresses
      index = (index + 1) % chosen.length
      return String(chosen[index])
    },
    alternatives(address) {
      const others = addresses.filter((other) => other !== address)
      return others.toSorted((a, b) => Number(ready.has(b)) - Number(ready.has(a)))
    },
    markDown: setNotReady,
    isReady,
    async refresh() {
      if (performance.now() - probedAt >= PROBE_EVERY_MS) await checkAll()
    },
    stop() {
      isResting = false // a running probe sets no timer
      clearTimeout(timer)
    },
  }
}

type Probe = (address: string) => Promise<boolean>

const agent = new Agent({ keepAlive: true })

/** Probes carry a deadline, which keeps the service's estimate of this process's clock fresh. */
function probeReadiness(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { [DEADLINE_HEADER]: deadlineHeader(performance.now() + PROBE_MS) }
    const probe = request(`${address}${READY_PATH}`, { agent, headers, timeout: PROBE_MS }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    probe.on('timeout', () => probe.destroy())
    probe.on('error', () => resolve(false))
    probe.end()
  })
}
