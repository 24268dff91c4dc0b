import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/** Two tries fit into the time of a request. */
const TIMEOUT_MS = 2_000
const TRIES = 2

/** Returns all addresses of a name; rejects if there is none. */
export type ResolveHost = (name: string) => Promise<LookupAddress[]>

/**
 * Asks the name servers from the event loop. `dns.lookup` would hold one of the process's four threads until a name has
 * an answer. Users choose the names, and a few slow names would delay all other pushes (SEC-95). `servers` are for
 * tests; the default is the servers of the system.
 */
export function createHostResolver(servers?: string[]): ResolveHost {
  return async function resolveHost(name) {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES }) // reads the current name servers
    if (servers) resolver.setServers(servers)
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
    return [...addressesOf(v4, 4), ...addressesOf(v6, 6)]
  }
}

function addressesOf(result: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : []
}
