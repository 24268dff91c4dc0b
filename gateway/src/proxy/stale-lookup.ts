import { type LookupAddress, type LookupOptions, lookup as resolveName } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { promisify } from 'node:util'

/** After this time known addresses are used and the name server is not waited for. */
const SLOW_MS = 150

type Resolve = (hostname: string, options: LookupOptions & { all: true }) => Promise<LookupAddress[]>

/**
 * Returns a `lookup` for sockets that remembers the addresses of each name, in case the name server fails. A
 * container engine's name server may be silent for seconds while containers are replaced. A late answer counts from then on.
 * Concurrent connections share one query.
 */
export function createStaleLookup(resolve: Resolve = promisify(resolveName)): LookupFunction {
  const known = new Map<string, LookupAddress[]>()
  const inFlight = new Map<string, Promise<LookupAddress[]>>()

  async function resolveAndStore(key: string, hostname: string, options: LookupOptions): Promise<LookupAddress[]> {
    try {
      const addresses = await resolve(hostname, { ...options, all: true })
      known.set(key, addresses)
      return addresses
    } finally {
      inFlight.delete(key)
    }
  }

  async function addressesOf(hostname: string, options: LookupOptions): Promise<LookupAddress[]> {
    const key = `${hostname} ${options.family ?? 0}`
    const resolving = inFlight.get(key) ?? resolveAndStore(key, hostname, options)
    inFlight.set(key, resolving)
    const stale = known.get(key)
    return stale ? await withFallback(resolving, stale) : await resolving
  }

  return function lookup(hostname, options, done) {
    addressesOf(hostname, options).then(
      (addresses) => {
        const [first] = addresses
        if (options.all) done(null, addresses)
        else done(null, first?.address ?? '', first?.family)
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    )
  }
}

/** Resolves to `stale` after an error or after SLOW_MS without a result. */
function withFallback(resolving: Promise<LookupAddress[]>, stale: LookupAddress[]): Promise<LookupAddress[]> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(stale), SLOW_MS)
    void resolving
      .catch(() => stale)
      .then((addresses) => {
        clearTimeout(timer)
        resolve(addresses)
      })
  })
}
