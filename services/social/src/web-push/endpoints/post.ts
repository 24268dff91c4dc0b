import type { LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'
import { isPushEndpoint } from './push-endpoint.ts'
import { createHostResolver, type ResolveHost } from './resolve-host.ts'

const TIMEOUT_MS = 10_000
const MAX_SOCKETS_PER_HOST = 48
const MAX_SOCKETS = 512
const MAX_FREE_SOCKETS = 256
const IDLE_MS = 30_000
/** Push hosts respond with a few words, which the poster drops. */
const RESPONSE_MAX_BYTES = 16 * 1024

/** The name of a push host leads to an address that no push host has. */
export class ForbiddenAddress extends Error {
  constructor() {
    super('not an address of a push host')
    this.name = 'ForbiddenAddress'
  }
}

export interface PostResponse {
  status: number
  retryAfter: string | undefined
}

export interface PushRequest {
  endpoint: string
  headers: Record<string, string>
  body: Buffer
}

export interface Poster {
  /** Sends one request and returns its status; redirects are not followed. Rejects without a response within 10 s. */
  post(request: PushRequest): Promise<PostResponse>
  stop(): void
}

interface PosterOptions {
  allowLoopback: boolean
  /** Resolves names; for tests. */
  resolve?: ResolveHost
}

/**
 * Creates the client for push hosts, whose names users choose. It checks the address at the connection: a name that
 * changes its address after a check gains nothing (SEC-92).
 */
export function createPoster({ allowLoopback, resolve = createHostResolver() }: PosterOptions): Poster {
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))
  const lookup = lookupOf(isAllowed, resolve)
  const agentOptions = {
    keepAlive: true,
    maxSockets: MAX_SOCKETS_PER_HOST,
    maxTotalSockets: MAX_SOCKETS,
    maxFreeSockets: MAX_FREE_SOCKETS,
    timeout: IDLE_MS,
  }
  const agents = { https: new https.Agent(agentOptions), http: new http.Agent(agentOptions) }

  function post({ endpoint, headers, body }: PushRequest): Promise<PostResponse> {
    // `lookup` does not see an address in digits, since nothing resolves it
    if (!isPushEndpoint(endpoint, { allowLoopback })) return Promise.reject(new ForbiddenAddress())
    const url = new URL(endpoint)
    const isPlain = url.protocol === 'http:'
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const options = { method: 'POST', headers, lookup, signal, agent: isPlain ? agents.http : agents.https }
    return new Promise((resolve, reject) => {
      const request = (isPlain ? http : https).request(url, options, (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > RESPONSE_MAX_BYTES) response.destroy()
        })
        response.on('error', () => {}) // the body is dropped
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      })
      request.on('error', reject)
      request.end(body)
    })
  }

  return {
    post,
    stop() {
      agents.https.destroy()
      agents.http.destroy()
    },
  }
}

/** Like `dns.lookup`, but rejects a name if any of its addresses is forbidden. */
function lookupOf(isAllowed: (address: string) => boolean, resolve: ResolveHost): LookupFunction {
  return function lookup(hostname, options, callback) {
    const onResolved = (addresses: LookupAddress[]) => {
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address))) return onFailed(new ForbiddenAddress())
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    }
    const onFailed = (error: Error) => callback(error, '', 0)
    resolve(hostname).then(onResolved, onFailed)
  }
}
