import { parsedOrNull, serverListOf } from './server-list.ts'

const DEFAULT_PORT = 26_379

/** Addresses of Redis Sentinels, and what they and their Redis servers have in common. */
export interface Sentinels {
  sentinels: { host: string; port: number }[]
  user?: string
  password?: string
  hasTls: boolean
}

/** Parses `redis://:password@a:26379,b,c`, or with `rediss:` for TLS (see `serverListOf`). */
export function sentinelsOf(urls: string): Sentinels {
  const { servers, ...credentials } = serverListOf(urls, ['redis:', 'rediss:'])
  return {
    sentinels: servers.map(({ hostname, port }) => ({
      host: hostname.replace(/^\[|\]$/g, ''), // an IPv6 address
      port: Number(port) || DEFAULT_PORT,
    })),
    ...credentials,
    hasTls: servers.some(({ protocol }) => protocol === 'rediss:'),
  }
}

/** True if `sentinelsOf` parses the text. */
export function isSentinels(urls: string): boolean {
  return parsedOrNull(sentinelsOf, urls) !== null
}
