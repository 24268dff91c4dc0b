import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { TlsOptions } from 'nats'
import { parsedOrNull, serverListOf } from '../server-list.ts'

/** Addresses of a NATS cluster for the client, with the user and password that all its servers know. */
export interface NatsServers {
  servers: string[]
  user?: string
  pass?: string
  /** Set if an address begins with `tls://`: the client then refuses a server without TLS. */
  tls?: TlsOptions & { checkServerIdentity(name: string, certificate: PeerCertificate): Error | undefined }
}

/** Parses `nats://user:password@a:4222,nats://b:4222` (see `serverListOf`). */
export function natsServersOf(urls: string): NatsServers {
  const { servers, user, password: pass } = serverListOf(urls, ['nats:', 'tls:'])
  return {
    servers: servers.map(({ host }) => host),
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
