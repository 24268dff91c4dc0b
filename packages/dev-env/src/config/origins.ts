import { networkInterfaces } from 'node:os'

/** Every address under which a browser may show a gateway: writes from other pages are refused. */
export function publicOrigins(host: string, ports: number[]): string[] {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const hosts = ['localhost', '127.0.0.1', ...(isEverywhere ? outsideAddresses() : [bracketed(host)])]
  return [...new Set(ports)].flatMap((port) => [...new Set(hosts)].map((name) => `http://${name}:${port}`))
}

function outsideAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  return addresses.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
