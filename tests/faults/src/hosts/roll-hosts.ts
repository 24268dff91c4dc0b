import { setTimeout as pause } from 'node:timers/promises'
import type { History } from '../history.ts'
import type { HostsProduct } from './start-hosts.ts'

/** Every call that HAProxy sent before has ended. It cuts the connections of a host that accepts no new ones. */
const LAST_CALLS_MS = 5_000
/** Calls go on between two hosts, so that both versions serve them. */
const BETWEEN_MS = 10_000

interface RollHostsOptions {
  history: History
  log(line: string): void
  /** Folder of the version that each host starts after its stop. */
  checkout: string
}

/**
 * Takes out every host in turn, and puts it back. HAProxy sends it no new calls, its processes close their sockets,
 * and its NATS server hands over what it leads.
 */
export async function rollHosts(
  { hosts, balancer }: HostsProduct,
  { history, log, checkout }: RollHostsOptions,
): Promise<void> {
  for (const host of hosts) {
    const from = history.now()
    await balancer.set(host.name, 'drain')
    await pause(LAST_CALLS_MS)
    await host.end('SIGTERM')
    const stopped = history.now()
    await host.use(checkout)
    await host.start()
    await balancer.set(host.name, 'ready')
    const to = history.now()
    history.add({ type: 'removal', host: host.name, from, to })
    log(`${seconds(from)}  ${host.name} stopped within ${seconds(stopped - from)}, back after ${seconds(to - stopped)}`)
    await pause(BETWEEN_MS)
  }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
