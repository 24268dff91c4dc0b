import { networkInterfaces } from 'node:os'

/** Returns every origin under which a browser may load a gateway; writes from other origins are rejected. */
export function publicOrigins(host: string, ports: number[]): string[] {
  const isWildcard = host === '0.0.0.0' || host === '::'
  const hosts = ['localhost', '127.0.0.1', ...(isWildcard ? externalAddresses() : [bracketed(host)])]
  return [...new Set(ports)].flatMap((port) => [...new Set(hosts)].map((name) => `http://${name}:${port}`))
}

function externalAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  return addresses.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
