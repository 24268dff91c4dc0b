import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { TlsOptions } from 'nats'
import { parsedOrNull, serverListOf } from '../server-list.ts'

/** Addresses of a NATS cluster for the client, with the user and password that all its servers know. */
export interface NatsServers {
  servers: string[]
  /** Set if the order of `servers` counts. */
  noRandomize?: true
  user?: string
  pass?: string
  /** Set if an address begins with `tls://`: the client then refuses a server without TLS. */
  tls?: TlsOptions & { checkServerIdentity(name: string, certificate: PeerCertificate): Error | undefined }
}

/**
 * Parses `nats://user:password@a:4222,nats://b:4222` (see `serverListOf`). The server on the process's own host comes
 * first. A process notices only after up to ten seconds that a server is silent.
 */
export function natsServersOf(urls: string, host?: string): NatsServers {
  const { servers, user, password: pass } = serverListOf(urls, ['nats:', 'tls:'])
  const isOwn = ({ hostname }: URL) => hostname === host
  const ownFirst = servers.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
  return {
    servers: ownFirst.map((url) => url.host),
    ...(servers.some(isOwn) && !servers.every(isOwn) && { noRandomize: true }),
    ...(servers.some(({ protocol }) => protocol === 'tls:') && { tls: { checkServerIdentity: namesOneOf(servers) } }),
    ...(user !== undefined && { user, pass }),
  }
}

/** The client tells Node no IP address to compare. So a certificate has to name one of the cluster's servers. */
function namesOneOf(servers: URL[]) {
  return (_name: string, certificate: PeerCertificate): Error | undefined => {
    const errors = servers.map(({ hostname }) => checkServerIdentity(hostname.replace(/^\[|\]$/g, ''), certificate))
    return errors.includes(undefined) ? undefined : errors[0]
  }
}

/** True if `natsServersOf` parses the text. */
export function isNatsServers(urls: string): boolean {
  return parsedOrNull(natsServersOf, urls) !== null
}
