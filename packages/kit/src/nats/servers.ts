import { parsedOrNull, serverListOf } from '../server-list.ts'

/** Addresses of a NATS cluster for the client, with the user and password that all its servers know. */
export interface NatsServers {
  servers: string[]
  user?: string
  pass?: string
  /** Set if an address begins with `tls://`: the client then refuses a server without TLS. */
  tls?: object
}

/** Parses `nats://user:password@a:4222,nats://b:4222` (see `serverListOf`). */
export function natsServersOf(urls: string): NatsServers {
  const { servers, user, password: pass } = serverListOf(urls, ['nats:', 'tls:'])
  return {
    servers: servers.map(({ host }) => host),
    ...(servers.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    ...(user !== undefined && { user, pass }),
  }
}

/** True if `natsServersOf` parses the text. */
export function isNatsServers(urls: string): boolean {
  return parsedOrNull(natsServersOf, urls) !== null
}
